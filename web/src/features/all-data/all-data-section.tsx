import { Archive } from 'lucide-react'
import { useState } from 'react'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import { currentUser } from '../../data/people/session.ts'
import { useScreenActs } from '../../records/use-screen-acts.ts'
import { Button } from '../../ui/button.tsx'
import { overlay } from '../../ui/overlay.tsx'
import type { AllDataModalProps } from './all-data-modal.tsx'
import { allDataText as text } from './all-data-text.ts'
import './all-data.css'

const AllDataModal = overlay<AllDataModalProps>(
  async () => (await import('./all-data-modal.tsx')).AllDataModal,
)

/** Where a holder of 0 takes everything along. Who reads no records has none here to take. */
export function AllDataSection({ sources }: Pick<AllDataModalProps, 'sources'>) {
  const [open, setOpen] = useState(false)
  const [mayRead] = useState(() => currentUser().org_perms.includes(PERMISSION.records))
  useScreenActs({ 'export all data': mayRead ? () => setOpen(true) : undefined })
  return (
    <section className="all-data stack-tight" aria-labelledby="all-data">
      <h2 className="title-2" id="all-data">
        {text.title}
      </h2>
      <p className="quiet">{text.about}</p>
      <div className="button-row">
        <Button
          data-act
          icon={<Archive aria-hidden />}
          disabled={!mayRead}
          reason={mayRead ? undefined : text.needsRecords}
          onClick={() => setOpen(true)}
        >
          {text.export}
        </Button>
      </div>
      {open && <AllDataModal sources={sources} onClose={() => setOpen(false)} />}
    </section>
  )
}
