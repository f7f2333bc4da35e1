import { Fragment } from 'react'

/** Longer ones are broken where they must be. */
const KEPT = 20

/** What is known of a patient, in as many lines as it takes: none begins with a point, and an age such as 8 mo is never broken. */
export function FactLine({ facts }: { facts: readonly (string | undefined)[] }) {
  const said = facts.flatMap((fact) => (fact === undefined || fact === '' ? [] : [fact]))
  return said.map((fact, place) => {
    const point = place < said.length - 1 ? ' ·' : ''
    // Of a longer fact the last word alone keeps its point.
    const from = fact.length > KEPT ? fact.lastIndexOf(' ') + 1 : 0
    const last = fact.slice(from)
    return (
      // A fact has no name but its place.
      <Fragment key={place}>
        {place > 0 && ' '}
        {fact.slice(0, from)}
        <span className={last.length > KEPT ? undefined : 'day-fact'}>
          {last}
          {point}
        </span>
      </Fragment>
    )
  })
}
