import { Fragment } from 'react'
import { attentionText as text } from './attention-text.ts'
import { underHeadings } from './entered-headings.ts'
import type { FieldLine } from './field-lines.ts'

const isShort = (lines: readonly FieldLine[]) =>
  lines.length <= 4 && lines.every(({ value }) => value.length <= 300)

/** All that was typed, folded when it is long. What belongs together stands under one heading. */
export function Entered({ lines }: { lines: readonly FieldLine[] }) {
  if (lines.length === 0) return null
  return (
    <details className="entered" open={isShort(lines)}>
      <summary>
        {text.entered} <span className="quiet">{text.fields(lines.length)}</span>
      </summary>
      {underHeadings(lines).map(({ heading, lines: own }, index) => (
        <Fragment key={index}>
          {heading !== '' && <p className="entered-heading">{heading}</p>}
          <dl>
            {own.map(({ label, value }, at) => (
              <div key={at}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Fragment>
      ))}
    </details>
  )
}
