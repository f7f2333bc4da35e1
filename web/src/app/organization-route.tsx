import { AllDataSection } from '../features/all-data/all-data-section.tsx'
import { OrganizationScreen } from '../features/organization/organization-screen.tsx'

const sources = async () => (await import('./all-data-sources.ts')).allDataSources

/** Where the organization and all that it owns meet. */
export function OrganizationRoute() {
  return <OrganizationScreen allData={<AllDataSection sources={sources} />} />
}
