import { Copy, ScrollText, Settings2, TabletSmartphone } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Organization } from 'sync-protocol/wire/organization'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { copyText } from '../../ui/copy-text.ts'
import { organizationText as text } from './organization-text.ts'

export function OrganizationHead({ organization }: { organization: Organization }) {
  const copy = async () =>
    showToast({ text: (await copyText(organization.key)) ? text.copied : text.notCopied })
  return (
    <section className="organization-head">
      <div className="organization-names">
        <h2 className="title-1">{organization.name}</h2>
        <dl className="organization-facts">
          <div>
            <dt className="quiet small">{text.key}</dt>
            <dd className="organization-key">{organization.key}</dd>
          </div>
          <div>
            <dt className="quiet small">{text.timeZone}</dt>
            <dd>{organization.time_zone.replaceAll('_', ' ')}</dd>
          </div>
        </dl>
      </div>
      <div className="row">
        <Link to={paths.clinicSettings} className={buttonClass()}>
          <Settings2 />
          {text.settings}
        </Link>
        <Link to={paths.devices} className={buttonClass()}>
          <TabletSmartphone />
          {text.devices}
        </Link>
        <Link to={paths.actionLog} className={buttonClass()}>
          <ScrollText />
          {text.actionLog}
        </Link>
        <Button icon={<Copy />} onClick={() => void copy()}>
          {text.copy}
        </Button>
      </div>
    </section>
  )
}
