import type { ReactNode } from 'react'
import './entry-card.css'
import { Form } from './form.tsx'
import { Logo } from './logo.tsx'
import { takeFocus } from './take-focus.ts'

interface EntryCardProps {
  heading?: string
  children: ReactNode
  /** What it holds is a form. */
  onSubmit?: () => void
  /** Stands beside the card where there is room, else above it. */
  beside?: ReactNode
}

/** The one card of a guest's screen. */
export function EntryCard({ heading, children, onSubmit, beside }: EntryCardProps) {
  const content = (
    <>
      <div className="entry-head">
        <Logo size={56} />
        {heading !== undefined && <h2 className="title-2">{heading}</h2>}
      </div>
      {children}
    </>
  )
  return (
    <div className={beside === undefined ? 'page entry' : 'page entry entry-two'}>
      {beside}
      {onSubmit === undefined ? (
        <div className="entry-card stack-wide">{content}</div>
      ) : (
        <Form className="entry-card stack-wide" onSubmit={onSubmit}>
          {content}
        </Form>
      )}
    </div>
  )
}

interface EntryOutcomeProps {
  said: string
  more: string
  /** A quieter word on what to do next. */
  next?: string | undefined
}

/** How it went, said once the form is gone: it has the focus, so that it is read out. */
export function EntryOutcome({ said, more, next }: EntryOutcomeProps) {
  return (
    <div className="stack">
      <p className="entry-outcome" tabIndex={-1} ref={takeFocus}>
        <strong>{said}</strong> {more}
      </p>
      {next !== undefined && <p className="entry-more quiet">{next}</p>}
    </div>
  )
}
