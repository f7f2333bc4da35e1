import { Share, SquarePlus } from 'lucide-react'
import type { InstallWay } from '../../data/device/install-way.ts'
import { Button } from '../../ui/button.tsx'
import { installNow } from './install-now.ts'
import { installText as text } from './install-text.ts'
import { useInstallWay } from './use-install-way.ts'

const OTHERS = ['share-ipad', 'share-iphone', 'menu-android', 'address-bar'] as const

const isShare = (way: InstallWay) => way === 'share-ipad' || way === 'share-iphone'

function Steps({ way }: { way: InstallWay }) {
  return (
    <ol className="help-steps">
      {text.steps[way].map((step, at) => (
        <li key={step}>
          <span>{step}</span>
          {isShare(way) && at === 0 && <Share aria-hidden />}
          {isShare(way) && at === 1 && <SquarePlus aria-hidden />}
        </li>
      ))}
    </ol>
  )
}

/** How the app comes to the home screen of this device, and of others. */
export function InstallTopic() {
  const way = useInstallWay()
  return (
    <>
      <p>{text.why}</p>
      <p>{text.whyKept}</p>
      <section className="help-part stack" aria-labelledby="help-install-here">
        <h3 className="title-3" id="help-install-here">
          {text.here}
        </h3>
        {way === 'done' ? <p>{text.done}</p> : <Steps way={way} />}
        {way === 'ask' && (
          <div className="row">
            <Button kind="primary" onClick={() => void installNow()}>
              {text.install}
            </Button>
          </div>
        )}
      </section>
      {isShare(way) && (
        <section className="stack-tight">
          <h3 className="title-3">{text.moveHeading}</h3>
          <p>{text.move}</p>
        </section>
      )}
      <section className="stack">
        <h3 className="title-3">{text.others}</h3>
        {OTHERS.filter((other) => other !== way).map((other) => (
          <div key={other} className="stack-tight">
            <h4>{text.otherDevices[other]}</h4>
            <Steps way={other} />
          </div>
        ))}
      </section>
    </>
  )
}
