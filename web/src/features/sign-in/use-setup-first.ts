import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import { setupState } from '../../data/people/setup-state.ts'
import { paths } from '../../paths.ts'

/** A server without any clinic leads its first visitor to /setup. */
export function useSetupFirst(): void {
  const { open, demo, clinic } = useStore(setupState)
  const navigate = useNavigate()
  const first = open && !demo && !clinic
  useEffect(() => {
    if (first) void navigate(paths.setup, { replace: true })
  }, [first, navigate])
}
