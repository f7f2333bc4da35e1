import { Printer } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { arithmetic, weightText } from 'sync-protocol/rules/dose'
import { APP_VERSION } from '../../data/device/app-version.ts'
import { currentUser } from '../../data/people/session.ts'
import { Button } from '../../ui/button.tsx'
import { SyncMark } from '../../ui/sync-mark.tsx'
import './guide.css'
import { guideText as text } from './guide-text.ts'
import { markText } from './help-text.ts'
import { MARKED, type MarkWords } from './mark-topic.tsx'
import { useExample } from './use-example.ts'

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="guide-part">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

const Lines = ({ of }: { of: readonly string[] }) => of.map((line) => <li key={line}>{line}</li>)

function Listed({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <Part title={title}>
      <ul>
        <Lines of={lines} />
      </ul>
    </Part>
  )
}

/** One page for the wall, as it will be printed. */
export function GuideScreen({ markWords }: { markWords: MarkWords }) {
  const [{ org_name: clinic }] = useState(currentUser)
  const example = useExample()
  return (
    <div className="page guide">
      <div className="guide-tools">
        <p className="quiet">{text.intro}</p>
        <Button kind="primary" icon={<Printer />} onClick={() => window.print()}>
          {text.print}
        </Button>
      </div>
      <article className="guide-paper">
        <header className="guide-head">
          <h2>{text.title}</h2>
          <p>{clinic}</p>
        </header>
        <div className="guide-columns">
          <Part title={text.makeTitle}>
            <ol>
              <Lines of={text.make} />
            </ol>
          </Part>
          <div className="guide-column">
            <Listed title={text.emergencyTitle} lines={text.emergency} />
            <Listed title={text.dayTitle} lines={text.day} />
          </div>
          <Part title={text.signsTitle}>
            <dl>
              {text.signs.map(([sign, meaning]) => (
                <div key={sign}>
                  <dt>{sign}</dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </Part>
          <Listed title={text.controlledTitle} lines={text.controlled} />
        </div>
        <Part title={text.checkTitle}>
          <p className="guide-formula">{text.formula}</p>
          {example && (
            <>
              <p className="guide-line">{arithmetic(example)}</p>
              <p>
                {example.drug && `${text.ofDrug(example.drug.name, example.drug.species)} `}
                {text.pounds(weightText(example.weight, example.units) ?? '')}
              </p>
            </>
          )}
        </Part>
        <Part title={text.markTitle}>
          <p>{text.offline}</p>
          <dl className="guide-marks">
            {MARKED.map((state) => (
              <div key={state}>
                <dt>
                  <SyncMark state={state} label={markWords[state]} />
                </dt>
                <dd>{markText.rows[state][1]}</dd>
              </div>
            ))}
          </dl>
        </Part>
        <footer className="guide-foot">
          <p>
            <span>{text.ask}</span>
            <span className="guide-pen" />
          </p>
          <p>
            <span>{text.phone}</span>
            <span className="guide-pen" />
          </p>
          <p className="guide-address">
            <span>
              {text.address}: {location.origin}
            </span>
            <span>{text.version(APP_VERSION)}</span>
          </p>
        </footer>
      </article>
    </div>
  )
}
