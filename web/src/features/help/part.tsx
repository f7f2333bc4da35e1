import type { ReactNode } from 'react'

/** A heading, and what stands under it. */
export function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="stack-tight">
      <h3 className="title-3">{heading}</h3>
      {children}
    </section>
  )
}
