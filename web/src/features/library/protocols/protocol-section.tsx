import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { BrokenAtSlashes } from '../../../ui/broken-at-slashes.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { protocolsText as text } from './protocols-text.ts'
import { RowMessage } from './row-message.tsx'

interface ProtocolSectionProps {
  title: string
  swatch?: ReactNode
  /** Path of its list, by which an empty one is found and focused: `sections.0.drugs`. */
  at: string
  count: number
  most: number
  add: string
  addLabel?: string
  removeLabel?: string
  /** What is wrong with the list itself. */
  message: string | undefined
  readOnly: boolean
  onAdd: () => void
  onRemove?: () => void
  /** Said where there is no row. */
  empty: string
  children: ReactNode
}

/** A titled list of rows. Its head stays in sight while its rows are scrolled, so that nobody asks where they are. */
export function ProtocolSection(props: ProtocolSectionProps) {
  const { title, swatch, at, count, most, add, removeLabel, message, readOnly, onAdd, onRemove } = props
  const full = count >= most
  return (
    <section className="protocol-section" aria-label={title}>
      <header className="protocol-section-head">
        <div className="protocol-section-bar">
          <h3 className="protocol-section-title" tabIndex={-1} data-head={at}>
            {swatch}
            <span>
              <BrokenAtSlashes text={title} />{' '}
              <span className="quiet small tabular">{text.count(count, most)}</span>
            </span>
          </h3>
          {!readOnly && (
            <Button
              name={at}
              icon={<Plus aria-hidden />}
              // Also where a phone shows only the plus.
              aria-label={props.addLabel ?? add}
              aria-disabled={full || undefined}
              aria-describedby={message === undefined ? undefined : `${at}-wrong`}
              onClick={() => {
                // A picker for a list at its limit does not open (`spec 2 §4`).
                if (!full) onAdd()
              }}
            >
              <span>{add}</span>
            </Button>
          )}
          {!readOnly && removeLabel !== undefined && (
            <IconButton label={removeLabel} icon={<Trash2 />} onClick={onRemove} />
          )}
        </div>
      </header>
      <RowMessage id={`${at}-wrong`} message={message} />
      {count === 0 && message === undefined && <p className="quiet protocol-empty">{props.empty}</p>}
      {props.children}
    </section>
  )
}
