import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { askSetupState, setupState } from '../../data/people/setup-state.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { SetupFields } from './setup-fields.tsx'
import { setupText } from './sign-in-text.ts'
import './sign-in.css'

/** The first run: a clinic and its first user, while the server has none but a demonstration. */
export function SetupScreen() {
  const { answer, open } = useStore(setupState)
  const navigate = useNavigate()
  useEffect(() => {
    void askSetupState()
  }, [])

  if (answer === 'unknown') return <Spinner label={setupText.checking} />
  if (answer === 'unreachable') {
    return (
      <EmptyState
        title={setupText.unreachableTitle}
        text={setupText.unreachableText}
        action={{ label: setupText.again, onPress: () => void askSetupState() }}
      />
    )
  }
  if (!open) {
    return (
      <EmptyState
        title={setupText.closedTitle}
        text={setupText.closedText}
        action={{ label: setupText.toLogin, onPress: () => void navigate(paths.login, { replace: true }) }}
      />
    )
  }
  return <SetupFields />
}
