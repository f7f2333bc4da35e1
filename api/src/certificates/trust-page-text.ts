interface Steps {
  device: string
  steps: readonly string[]
}

const DOWNLOAD = 'DOWNLOAD CERTIFICATE'
const OPEN = 'OPEN THE APP'

/** The page that leads a tablet to trust the server. */
export const trustPageText = {
  title: 'Let a tablet trust this server',
  lead: 'Do this once on each tablet. From then on the app is secure there, and works without a network.',
  download: DOWNLOAD,
  open: OPEN,
  otherTablet: 'For another tablet',
  scan: 'Point its camera at this code, or type the address.',
  qrName: (address: string) => `QR code of ${address}`,
  compare: 'Compare the fingerprint',
  comparing:
    'Before you trust the certificate, compare what the tablet shows of it. It must be this, which “npm run tls” also prints on the server.',
  sha256: 'SHA-256',
  sha1: 'SHA-1, called thumbprint in Windows',
  /** `name`: as the tablet lists the authority. */
  ways: (name: string): Steps[] => [
    {
      device: 'iPad',
      steps: [
        'Open this page in Safari.',
        `Tap ${DOWNLOAD}, then Allow.`,
        'Within eight minutes, open Settings and tap Profile Downloaded. Tap Install.',
        'In Settings, open General, About, Certificate Trust Settings.',
        `Turn on “${name}”, and tap Continue.`,
        `Come back here, and tap ${OPEN}.`,
        'Tap Share, then Add to Home Screen.',
      ],
    },
    {
      device: 'Android',
      steps: [
        `Open this page in Chrome, and tap ${DOWNLOAD}.`,
        'Open Settings, and search there for “CA certificate”.',
        'Tap CA certificate, then Install anyway. Android asks for the screen lock.',
        'Choose the file ca.crt.',
        `Come back here, and tap ${OPEN}.`,
        'Open the menu of Chrome, and tap Add to Home screen.',
      ],
    },
    {
      device: 'Windows',
      steps: [
        `Click ${DOWNLOAD}, and open the file ca.crt.`,
        'Click Install Certificate, choose Local Machine, and click Next.',
        'Choose “Place all certificates in the following store”, and click Browse.',
        'Choose “Trusted Root Certification Authorities”, and finish.',
        `Close the browser and open it again. Come back here, and click ${OPEN}.`,
      ],
    },
    {
      device: 'Mac',
      steps: [
        `Click ${DOWNLOAD}, and open the file ca.crt.`,
        'If Keychain Access asks where it belongs, choose login, and click Add.',
        `In Keychain Access, double-click “${name}”.`,
        'Open Trust. For “When using this certificate”, choose Always Trust.',
        'Close the window, and type the password of the Mac.',
        `Come back here, and click ${OPEN}.`,
      ],
    },
  ],
} as const
