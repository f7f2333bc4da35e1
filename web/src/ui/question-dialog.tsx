import type { ReactNode } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { Button } from './button.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { DrugName } from './drug-name.tsx'
import { takeFocus } from './take-focus.ts'

export interface QuestionProps {
  title: string
  text?: ReactNode
  /** Lines of their own, between the two texts. */
  note?: ReactNode
  second?: ReactNode
  onNo: () => void
  /** Escape, where it answers nothing. */
  onEscape?: () => void
  onYes: () => void
  noLabel?: string
  yesLabel?: string
  /** YES harms or loses something: it is red, and NO has the focus. */
  danger?: boolean
  /** NO has the focus also where YES is not red. */
  noFirst?: boolean
  busy?: string | false
  /** Stands beside the title. */
  corner?: ReactNode
}

export interface MessageProps {
  title: string
  text: ReactNode
  onClose: () => void
  label?: string
}

interface AlertProps {
  title: string
  onClose: () => void
  children: ReactNode
  buttons: ReactNode
  corner?: ReactNode
}

/** The frame of every question. */
export function Alert({ title, onClose, children, buttons, corner }: AlertProps) {
  return (
    <DialogFrame alert size="small" outsideCloses={false} onClose={onClose}>
      <div className="dialog-body dialog-question">
        <div className="dialog-question-head">
          <Heading slot="title" level={2} className="dialog-title">
            <DrugName name={title} />
          </Heading>
          {corner}
        </div>
        {children}
      </div>
      <div className="dialog-foot dialog-choice">{buttons}</div>
    </DialogFrame>
  )
}

/** What is asked or said; it may name a drug. */
export const Asked = ({ text }: Pick<MessageProps, 'text'>) => (
  <p>{typeof text === 'string' ? <DrugName name={text} /> : text}</p>
)

interface AnswersProps extends Pick<
  QuestionProps,
  'onNo' | 'onYes' | 'noLabel' | 'yesLabel' | 'danger' | 'noFirst' | 'busy'
> {
  /** One of the two has the focus at first. */
  focused?: boolean
}

/** NO and YES. */
export function Answers(props: AnswersProps) {
  const { onNo, onYes, noLabel = 'NO', yesLabel = 'YES' } = props
  const { danger = false, noFirst = danger, busy = false, focused = true } = props
  return (
    <>
      <Button ref={focused && noFirst ? takeFocus : undefined} disabled={busy !== false} onClick={onNo}>
        {noLabel}
      </Button>
      <Button
        kind={danger ? 'danger' : 'primary'}
        ref={focused && !noFirst ? takeFocus : undefined}
        busy={busy}
        onClick={onYes}
      >
        {yesLabel}
      </Button>
    </>
  )
}

export function QuestionDialog(props: QuestionProps) {
  const { title, text, note, second, onNo, onEscape = onNo, busy = false } = props
  const onClose = busy === false ? onEscape : () => undefined
  return (
    <Alert title={title} onClose={onClose} buttons={<Answers {...props} />} corner={props.corner}>
      {text !== undefined && <Asked text={text} />}
      {note}
      {second !== undefined && <p className="quiet">{second}</p>}
    </Alert>
  )
}

export function MessageDialog({ title, text, onClose, label = 'OKAY' }: MessageProps) {
  const button = (
    <Button kind="primary" ref={takeFocus} onClick={onClose}>
      {label}
    </Button>
  )
  return (
    <Alert title={title} onClose={onClose} buttons={button}>
      <Asked text={text} />
    </Alert>
  )
}
