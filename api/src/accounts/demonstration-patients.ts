import { CANINE, FELINE } from 'sync-protocol/records/fields'

export interface DemonstrationPatient {
  name: string
  species: typeof CANINE | typeof FELINE
  /** In lb, as American shelters weigh. */
  weight: number
  procedure: string
  /** The beginning of the name of a protocol of the demonstration's library. */
  protocol: string
}

const SPAY = 'Ovariohysterectomy'
const NEUTER = 'Castration'
const DENTAL = 'Dental Prophylaxis'

const dog = (name: string, weight: number, procedure: string, protocol: string): DemonstrationPatient => ({
  name,
  species: CANINE,
  weight,
  procedure,
  protocol,
})
const cat = (name: string, weight: number, procedure: string, protocol: string): DemonstrationPatient => ({
  name,
  species: FELINE,
  weight,
  procedure,
  protocol,
})
const A = 'Spay/Neuter A'
const B = 'Spay/Neuter B'

/** The patients of each day on which there was surgery, the oldest day first; the last are of today. */
export const PATIENTS: readonly (readonly DemonstrationPatient[])[] = [
  [
    dog('Bella', 42, SPAY, A),
    dog('Max', 61.5, NEUTER, A),
    dog('Luna', 38, SPAY, B),
    cat('Oliver', 10.2, NEUTER, 'TTDex'),
    cat('Cleo', 7.4, SPAY, 'DKB'),
    cat('Simba', 9.8, NEUTER, 'TTDex'),
    dog('Duke', 72, DENTAL, 'Dental'),
  ],
  [
    dog('Daisy', 27.5, SPAY, A),
    dog('Cooper', 54, NEUTER, A),
    cat('Nala', 6.9, SPAY, 'DKB'),
    cat('Smokey', 11.3, NEUTER, 'TTDex'),
    cat('Mittens', 8.1, SPAY, 'DKB'),
    dog('Rosie', 33, SPAY, B),
  ],
  [
    dog('Bear', 66, NEUTER, A),
    dog('Sadie', 48.5, SPAY, A),
    dog('Hank', 58, 'Mass Removal', B),
    cat('Jasper', 10.8, NEUTER, 'TTDex'),
    cat('Willow', 7.7, SPAY, 'DKB'),
    cat('Pumpkin', 12.4, 'Dental Extractions', 'Senior'),
    dog('Molly', 29, SPAY, B),
  ],
  [
    dog('Rocky', 51, NEUTER, A),
    dog('Penny', 35, SPAY, A),
    cat('Shadow', 9.5, NEUTER, 'TTDex'),
    cat('Ginger', 8.4, SPAY, 'DKB'),
    dog('Zeus', 80, DENTAL, 'Dental'),
  ],
  [
    dog('Ruby', 44, SPAY, A),
    dog('Tucker', 39.5, NEUTER, A),
    cat('Milo', 10.1, NEUTER, 'TTDex'),
    cat('Lily', 7.2, SPAY, 'DKB'),
    dog('Gus', 63, NEUTER, B),
    dog('Stella', 46, SPAY, A),
  ],
  [
    dog('Winston', 57, NEUTER, A),
    cat('Felix', 11, NEUTER, 'TTDex'),
    dog('Maggie', 31, SPAY, B),
    cat('Pepper', 7.9, SPAY, 'DKB'),
    dog('Scout', 49, NEUTER, A),
  ],
  [
    dog('Hazel', 40.5, SPAY, A),
    cat('Binx', 9.9, NEUTER, 'TTDex'),
    dog('Louie', 52, NEUTER, A),
    cat('Olive', 7.5, SPAY, 'DKB'),
  ],
]

/** Of whom nobody knows the weight before the scale does. */
export type ListedPatient = Omit<DemonstrationPatient, 'weight'> & { weight?: number }

/** Who is on today's list and has no sheet yet. */
export const STILL_TO_COME: readonly ListedPatient[] = [
  dog('Finn', 44.5, NEUTER, A),
  cat('Ivy', 8.2, SPAY, 'DKB'),
  { name: 'Moose', species: CANINE, procedure: NEUTER, protocol: A },
  { name: 'Clover', species: FELINE, procedure: SPAY, protocol: 'DKB' },
]

/** Who is on tomorrow's list: after midnight the demonstration has a day too, until the night puts it back. */
export const TOMORROW: readonly ListedPatient[] = [
  { name: 'Archie', species: CANINE, procedure: NEUTER, protocol: A },
  { name: 'Juno', species: CANINE, procedure: SPAY, protocol: A },
  { name: 'Mochi', species: FELINE, procedure: SPAY, protocol: 'DKB' },
  { name: 'Otis', species: FELINE, procedure: NEUTER, protocol: 'TTDex' },
  { name: 'Birdie', species: CANINE, procedure: SPAY, protocol: B },
]
