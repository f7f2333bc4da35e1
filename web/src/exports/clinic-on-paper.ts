import { exportText } from './export-text.ts'

/** Whose paper it is; what the demonstration clinic prints says that it is for no patient (decision Q-86). */
export const clinicOnPaper = ({ org_name, demo }: { org_name: string; demo: boolean }): string =>
  demo ? exportText.demonstration(org_name) : org_name
