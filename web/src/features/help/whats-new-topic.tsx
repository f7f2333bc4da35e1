import { APP_VERSION } from '../../data/device/app-version.ts'
import { VERSIONS, whatsNewText as text } from './whats-new-text.ts'

export function WhatsNewTopic() {
  return (
    <>
      <p className="quiet">{text.running(APP_VERSION)}</p>
      {VERSIONS.map(({ version, points }) => (
        <section key={version} className="stack-tight">
          <h3 className="title-3">{text.heading(version)}</h3>
          <ul className="help-points">
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
