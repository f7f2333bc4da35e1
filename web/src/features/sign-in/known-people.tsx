import { useLiveQuery } from 'dexie-react-hooks'
import { UserRound, X } from 'lucide-react'
import { useState } from 'react'
import { VISITOR_EMAIL } from 'sync-protocol/wire/accounts'
import { forgetPerson, knownPeople, type NamedPerson } from '../../data/people/known-person.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Question } from '../../ui/question.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { knownText as text } from './sign-in-text.ts'

/** Everybody whom this tablet knows but `but`, the last one first; undefined while that is read. A visitor knows no password. */
export const useKnownPeople = (but?: string): NamedPerson[] | undefined =>
  useLiveQuery(
    async () =>
      (await knownPeople()).filter(({ user_id, email }) => user_id !== but && email !== VISITOR_EMAIL),
    [but],
  )

interface KnownPeopleProps {
  people: readonly NamedPerson[]
  chosen: string
  onChoose: (person: NamedPerson) => void
  /** Leaves out the way to forget somebody. */
  fixed?: boolean
}

/** The people of this tablet as buttons: a press fills in who it is, and only the password is typed. */
export function KnownPeople({ people, chosen, onChoose, fixed = false }: KnownPeopleProps) {
  const [asked, setAsked] = useState<NamedPerson | null>(null)
  const organizations = new Set(people.map(({ org_id }) => org_id))
  const forget = async (person: NamedPerson) => {
    setAsked(null)
    try {
      await forgetPerson(person.email)
      showToast({ text: text.forgotten(person.name) })
    } catch (error) {
      console.error(error)
      showToast({ text: text.notForgotten, kind: 'harm' })
    }
  }
  return (
    <>
      <ul className="known-people" aria-label={text.list}>
        {people.map((person) => (
          <li key={person.email} className="known-person">
            <button
              type="button"
              className="known-choice"
              aria-pressed={person.email === chosen}
              onClick={() => onChoose(person)}
            >
              <UserRound aria-hidden />
              <span className="known-words">
                <span className="known-name">{person.name}</span>
                <span className="known-more">
                  {organizations.size > 1 && person.org_name !== undefined ? person.org_name : person.email}
                </span>
              </span>
            </button>
            {!fixed && (
              <IconButton label={text.forget(person.name)} icon={<X />} onClick={() => setAsked(person)} />
            )}
          </li>
        ))}
      </ul>
      {asked !== null && (
        <Question
          title={text.forgetTitle(asked.name)}
          text={text.forgetText}
          onNo={() => setAsked(null)}
          onYes={() => void forget(asked)}
        />
      )}
    </>
  )
}
