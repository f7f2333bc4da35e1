import { Check, Globe } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Modal } from './modal.tsx'
import { SearchBox } from './search-box.tsx'
import { VirtualList } from './virtual-list.tsx'
import { timeZoneText } from './time-zone-text.ts'
import { allTimeZones, findTimeZones } from './time-zones.ts'
import './time-zone-field.css'

interface TimeZoneFieldProps {
  value: string
  onChange: (zone: string) => void
  disabled?: boolean
}

const shown = (zone: string) => zone.replaceAll('_', ' ')

/** The chosen time zone; pressing it opens all of them, searchable. */
export function TimeZoneField({ value, onChange, disabled = false }: TimeZoneFieldProps) {
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
        {timeZoneText.label}
      </span>
      <button
        type="button"
        className="zone-button"
        aria-labelledby="time-zone time-zone-value"
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        <Globe />
        <span id="time-zone-value">{shown(value)}</span>
      </button>
      <span className="quiet small">{timeZoneText.hint}</span>
      {open && (
        <Modal title={timeZoneText.title} onClose={close} outsideCloses>
          <div className="stack">
            <SearchBox
              label={timeZoneText.search}
              placeholder={timeZoneText.search}
              value={search}
              onChange={setSearch}
            />
            {found.length === 0 && <p className="quiet">{timeZoneText.none}</p>}
            <VirtualList
              className="zone-list"
              label={timeZoneText.title}
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
