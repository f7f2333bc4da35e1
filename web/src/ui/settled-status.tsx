import { useEffect, useState } from 'react'

/** ms without another change */
const SETTLED_MS = 1_000

/** For screen readers: what changes with each key is read out once it has stood still for a moment. */
export function SettledStatus({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return <output className="visually-hidden">{said}</output>
}
