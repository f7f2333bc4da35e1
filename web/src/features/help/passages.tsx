import type { Passage } from './help-text.ts'

export function Passages({ passages }: { passages: readonly Passage[] }) {
  return passages.map(({ heading, paragraphs, points = [] }) => (
    <section key={heading} className="stack-tight">
      <h3 className="title-3">{heading}</h3>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {points.length > 0 && (
        <ul className="help-points">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </section>
  ))
}
