import { ChevronRight, Copy, ScrollText, Settings2, TabletSmartphone } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Organization } from 'sync-protocol/wire/organization'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { copyText } from '../../ui/copy-text.ts'
import { organizationText as text } from './organization-text.ts'

const PLACES = [
  { path: paths.clinicSettings, label: text.settings, Icon: Settings2 },
  { path: paths.devices, label: text.devices, Icon: TabletSmartphone },
  { path: paths.actionLog, label: text.actionLog, Icon: ScrollText },
]

export function OrganizationHead({ organization }: { organization: Organization }) {
  const copy = async () =>
    showToast({ text: (await copyText(organization.key)) ? text.copied : text.notCopied })
  return (
    <section className="organization-head">
      <div className="organization-names">
        <h2 className="title-2">{organization.name}</h2>
        <dl className="organization-facts">
          <div>
            <dt className="quiet small">{text.key}</dt>
            <dd className="organization-key">{organization.key}</dd>
            <dd>
              <IconButton label={text.copy} icon={<Copy />} onClick={() => void copy()} />
            </dd>
          </div>
          <div>
            <dt className="quiet small">{text.timeZone}</dt>
            <dd>{organization.time_zone.replaceAll('_', ' ')}</dd>
          </div>
        </dl>
      </div>
      <nav className="organization-places" aria-label={text.places}>
        {PLACES.map(({ path, label, Icon }) => (
          <Link key={path} to={path} className="organization-place">
            <Icon aria-hidden />
            <span>{label}</span>
            <ChevronRight aria-hidden />
          </Link>
        ))}
      </nav>
    </section>
  )
}
