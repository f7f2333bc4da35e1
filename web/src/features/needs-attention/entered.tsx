import type { FieldLine } from './field-lines.ts'
import { attentionText as text } from './attention-text.ts'

const isShort = (lines: readonly FieldLine[]) =>
  lines.length <= 4 && lines.every(({ value }) => value.length <= 300)

/** All that was typed, folded when it is long. */
export function Entered({ lines }: { lines: readonly FieldLine[] }) {
  if (lines.length === 0) return null
  return (
    <details className="entered" open={isShort(lines)}>
      <summary>
        {text.entered} <span className="quiet">{text.fields(lines.length)}</span>
      </summary>
      <dl>
        {lines.map(({ label, value }, index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
