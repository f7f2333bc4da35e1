import { makeClinic, type Clinic } from './make-clinic.ts'

/** A clinic in its first minute, without any record. */
export const emptyClinic = (url: string): Promise<Clinic> =>
  makeClinic(url, 'New Clinic', { name: 'Nora Novak', email: 'nora@newclinic.example' }, 'empty', [])
