import { Banner } from '../ui/banner.tsx'
import { Logo } from '../ui/logo.tsx'
import { insecure } from './shell-text.ts'

/** Shown instead of the app where the browser gives no secure context: records could not be kept safe. */
export function InsecureNotice({ host }: { host: string }) {
  return (
    <main className="page stack-wide">
      <Logo size={48} />
      <Banner kind="harm" title={insecure.title}>
        {insecure.why(host)}
      </Banner>
      <ul className="stack insecure-steps">
        {insecure.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </main>
  )
}
