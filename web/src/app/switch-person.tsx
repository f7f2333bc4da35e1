import { useNavigate } from 'react-router-dom'
import { setLeaveGuard } from '../data/drafts/leave-guard.ts'
import type { NamedPerson } from '../data/people/known-person.ts'
import { SwitchUser } from '../features/sign-in/switch-user.tsx'
import { paths } from '../paths.ts'

interface SwitchPersonProps {
  /** Chosen already; null: somebody whom this tablet does not know. */
  first: NamedPerson | null
  people: readonly NamedPerson[]
  onClose: () => void
}

/** Another person takes the tablet, and begins at Home. */
export function SwitchPerson({ first, people, onClose }: SwitchPersonProps) {
  const navigate = useNavigate()
  return (
    <SwitchUser
      first={first}
      people={people}
      onClose={onClose}
      onSwitched={() => {
        onClose()
        // What was open is kept for the person before: nobody is asked whether it may be lost.
        setLeaveGuard(null)
        void navigate(paths.home, { replace: true })
      }}
    />
  )
}
