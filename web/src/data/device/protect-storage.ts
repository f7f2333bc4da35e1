/** Asks the browser not to delete what is stored here; says whether it agreed. */
export async function protectStorage(): Promise<boolean> {
  const storage = navigator.storage as StorageManager | undefined
  return (await storage?.persist?.()) ?? false
}
