import { Check, Globe } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Modal } from '../../ui/modal.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { allTimeZones, findTimeZones } from './setup-form.ts'
import { setupText } from './sign-in-text.ts'

interface TimeZoneFieldProps {
  value: string
  onChange: (zone: string) => void
}

const shown = (zone: string) => zone.replaceAll('_', ' ')

/** The chosen time zone; pressing it opens all of them, searchable. */
export function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const zones = useMemo(() => allTimeZones(), [])
  const found = useMemo(() => findTimeZones(zones, search), [zones, search])
  const close = () => {
    setOpen(false)
    setSearch('')
  }
  return (
    <div className="field">
      <span className="field-label" id="time-zone">
        {setupText.timeZone}
      </span>
      <button
        type="button"
        className="zone-button"
        aria-labelledby="time-zone time-zone-value"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Globe />
        <span id="time-zone-value">{shown(value)}</span>
      </button>
      <span className="quiet small">{setupText.timeZoneHint}</span>
      {open && (
        <Modal title={setupText.timeZoneTitle} onClose={close} outsideCloses>
          <div className="stack">
            <SearchBox
              label={setupText.timeZoneSearch}
              placeholder={setupText.timeZoneSearch}
              value={search}
              onChange={setSearch}
            />
            {found.length === 0 && <p className="quiet">{setupText.timeZoneNone}</p>}
            <VirtualList
              className="zone-list"
              label={setupText.timeZoneTitle}
              count={found.length}
              estimate={48}
              gap={0}
              arrangement={search}
              itemKey={(index) => found[index] ?? ''}
              renderItem={(index) => {
                const zone = found[index] ?? ''
                return (
                  <button
                    type="button"
                    className="zone"
                    aria-pressed={zone === value}
                    onClick={() => {
                      onChange(zone)
                      close()
                    }}
                  >
                    {shown(zone)}
                    {zone === value && <Check />}
                  </button>
                )
              }}
            />
          </div>
        </Modal>
      )}
    </div>
  )
}
