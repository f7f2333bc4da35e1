import type { ReactNode } from 'react'
import type { KeptForm } from '../data/drafts/kept-forms.ts'
import { Banner } from '../ui/banner.tsx'
import { DecidedMeanwhile } from '../ui/decided-meanwhile.tsx'
import { formatDateTime } from '../ui/format.ts'
import { formText as text } from './form-text.ts'
import type { OpenForm } from './use-open-form.ts'
import { usePerson } from './use-person.ts'

interface FormNoticesProps {
  form: Pick<OpenForm<unknown>, 'phase' | 'kept' | 'decided'>
  /** What a save that failed left. */
  failed: string
  onRetry: () => void
  /** It is only looked at: nothing is decided or gone on with here. */
  readOnly?: boolean
  /** What was decided meanwhile leaves nothing to save. */
  isOver?: boolean
  /** What it goes on with. */
  continued: KeptForm | undefined
  /** What is said of a refused change. */
  refused?: (continued: KeptForm) => string
  onStartOver?: () => void
  /** What the form itself has to say. */
  children?: ReactNode
}

/** What there is to say about any open form, above its fields. */
export function FormNotices(props: FormNoticesProps) {
  const { form, failed, onRetry, readOnly = false, isOver = false } = props
  const { continued, refused, onStartOver } = props
  const { phase, kept, decided } = form
  const { time_zone } = usePerson()
  return (
    <>
      {phase === 'failed' && (
        <Banner kind="harm" title={text.notSaved} action={{ label: text.retry, onPress: onRetry }}>
          {failed}
        </Banner>
      )}
      {!kept && phase !== 'failed' && <Banner kind="attention">{text.notKept}</Banner>}
      {props.children}
      {decided !== null && !readOnly && (
        <DecidedMeanwhile
          by={decided.by}
          moment={decided.at && formatDateTime(decided.at, time_zone)}
          isOver={isOver}
        />
      )}
      {decided === null && !readOnly && continued !== undefined && (
        <Banner kind="info" {...(onStartOver && { action: { label: text.startOver, onPress: onStartOver } })}>
          {continued.refused === undefined
            ? text.goOn(formatDateTime(continued.at, time_zone))
            : (refused?.(continued) ?? text.refused)}
        </Banner>
      )}
    </>
  )
}
