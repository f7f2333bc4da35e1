import { ArrowLeft, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { controlText } from './control-text.ts'
import { DialogFrame } from './dialog-frame.tsx'
import { DrugName } from './drug-name.tsx'
import { IconButton } from './icon-button.tsx'
import { useScrollStop } from './use-scroll-stop.ts'

export interface ModalProps {
  title: string
  onClose: () => void
  /** Escape, where it does not close. */
  onEscape?: (() => void) | undefined
  children: ReactNode
  /** Buttons, at the right end. */
  footer?: ReactNode
  size?: 'normal' | 'wide' | 'tall' | 'full'
  /** Stands before the way to close it. */
  corner?: ReactNode
  /** An arrow before the title. */
  back?: (() => void) | undefined
  closeLabel?: string
  /** Off by default: a slip beside a form must not close it. */
  outsideCloses?: boolean
}

export function ModalDialog(props: ModalProps) {
  const { title, onClose, children, footer, size = 'normal', back, closeLabel = 'Close' } = props
  const { onEscape = onClose } = props
  const body = useRef<HTMLDivElement>(null)
  useScrollStop(body, title)
  return (
    <DialogFrame size={size} outsideCloses={props.outsideCloses ?? false} onClose={onEscape}>
      <div className="dialog-head">
        {back !== undefined && <IconButton label={controlText.back} icon={<ArrowLeft />} onClick={back} />}
        <Heading slot="title" level={2} className="dialog-title">
          <DrugName name={title} />
        </Heading>
        {props.corner}
        <IconButton label={closeLabel} icon={<X />} onClick={onClose} />
      </div>
      <div className="dialog-body" ref={body}>
        {children}
      </div>
      {footer !== undefined && <div className="dialog-foot">{footer}</div>}
    </DialogFrame>
  )
}
