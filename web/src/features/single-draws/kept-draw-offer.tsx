import { useLiveQuery } from 'dexie-react-hooks'
import { nameIn } from 'sync-protocol/records/kinds'
import type { KeptForm } from '../../data/drafts/kept-forms.ts'
import { getRecord } from '../../data/view/records.ts'
import type { Species } from '../../paths.ts'
import { KeptFormOffer, useKeptForm } from '../../records/kept-form-offer.tsx'
import { singleDrawsText as text } from './single-draws-text.ts'

interface KeptDrawOfferProps {
  species: Species
  onOpen: (kept: KeptForm) => void
}

export function KeptDrawOffer({ species, onOpen }: KeptDrawOfferProps) {
  const form = useKeptForm('draws', species)
  const id = form?._id
  const isMade = useLiveQuery(
    async () => id !== undefined && (await getRecord('draws', id)) !== undefined,
    [id],
  )
  if (form === undefined) return null
  const drug = nameIn('draws', form.start) || nameIn('draws', form.intended)
  return (
    <KeptFormOffer
      form={form}
      title={isMade === true ? text.madeMeanwhile(form.name) : text.unsaved(form.name)}
      typedAt={(moment) => text.typedAt(drug, moment)}
      onOpen={onOpen}
    />
  )
}
