import { Fragment } from 'react'

/** Longer ones are broken where they must be. */
const KEPT = 20

/** What is known of a patient, in as many lines as it takes: none begins with a point, and an age such as 8 mo is never broken. */
export function FactLine({ facts }: { facts: readonly (string | undefined)[] }) {
  const said = facts.flatMap((fact) => (fact === undefined || fact === '' ? [] : [fact]))
  return said.map((fact, place) => (
    // A fact has no name but its place.
    <Fragment key={place}>
      {place > 0 && ' '}
      <span className={fact.length > KEPT ? undefined : 'day-fact'}>
        {fact}
        {place < said.length - 1 && ' ·'}
      </span>
    </Fragment>
  ))
}
