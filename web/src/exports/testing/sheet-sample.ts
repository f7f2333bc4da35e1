import type { SheetContent } from 'sync-protocol/records/sheet'
import type { SheetPaper } from '../sheet-paper.ts'

/** A sheet of a 22 lb dog with everything that a paper can hold; for the tests beside it. */
export const sampleSheet: SheetContent = {
  species: 0,
  procedure: { name: 'Ovariohysterectomy', notes: 'Keep her warm.\nSpO₂ above 95 %.' },
  anesthesia_protocol: {
    name: 'Routine',
    sections: [
      {
        title: 'Opioid',
        key: 2,
        drugs: [
          {
            name: 'Hydromorphone',
            concentration: 10,
            dosage: 0.5,
            volume: 0.5,
            route: 'IM',
            form: 'INJECTION',
            controlled: true,
            schedule: 'II',
          },
        ],
      },
      {
        title: 'Tranquilizers/Sedatives',
        key: 1,
        drugs: [
          { name: 'Acepromazine', concentration: 10, dosage: 0.03, volume: 0.03, route: 'SC' },
          {
            name: 'Бупренорфин',
            concentration: 5,
            dosage: 0.001,
            volume: 0,
            volume_exact: 0.0019955,
            route: 'IV',
          },
          { name: 'Without a dosage', concentration: 0.54, volume: 12.3, route: 'EPIDURAL' },
        ],
      },
    ],
    fluids: [{ name: 'Lactated Ringer’s', rate: 5, volume: 49.9 }],
  },
  emergency_protocol: {
    name: 'CPR canine',
    drugs: [
      { id: '1', name: 'Epinephrine', concentration: 1, volume_low: 0.1, volume_high: 1, route: 'IV' },
      {
        id: '2',
        name: 'Naloxone',
        concentration: 100,
        volume_low: 0,
        volume_high: 0.01,
        volume_low_exact: 0.000998,
        volume_high_exact: 0.00798,
        route: 'OTHER',
      },
    ],
  },
  name: 'Ängström "Σοφία" O’Malley',
  patient_id: 'A-12',
  weight: 22,
  weight_units: 'lb',
  outcome: 'foster',
  injections: ['Cefazolin', 'Rabies'],
  day: '2026-03-05',
}

export const samplePaper = (sheet: Partial<SheetContent> = {}): SheetPaper => ({
  sheet: { ...sampleSheet, ...sheet },
  author_name: 'Maria Fernández',
  date_created: '2026-03-06T04:30:00Z',
  clinic: 'Riverside Animal Clinic',
})
