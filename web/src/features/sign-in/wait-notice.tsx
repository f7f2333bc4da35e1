import { useEffect, useState } from 'react'
import { waitWords } from '../../data/people/sign-in-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { loginText } from './sign-in-text.ts'

/** How long the next try still has to wait, each second anew; `until` by this page's own clock, which nobody sets. */
export function WaitNotice({ until }: { until: number }) {
  const [left, setLeft] = useState(() => until - performance.now())
  useEffect(() => {
    const timer = setInterval(() => setLeft(until - performance.now()), 1000)
    return () => clearInterval(timer)
  }, [until])
  if (left <= 0) return <Banner kind="info">{loginText.mayTry}</Banner>
  return (
    <p className="wait-left" role="timer" aria-live="off">
      {loginText.waitLeft(waitWords(left))}
    </p>
  )
}
