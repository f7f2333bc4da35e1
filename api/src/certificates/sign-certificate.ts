import { createHash, createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto'
import { AsnConvert, AsnSerializer, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  NameConstraints,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'
import type { HostNames } from './host-names.ts'

const COMMON_NAME = '2.5.4.3'
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2'

export interface Period {
  from: Date
  until: Date
}

/** Whoever signs: by its name and its key. */
export interface Issuer {
  name: string
  key: KeyObject
}

/** A certificate in PEM form, of an authority that speaks for these names and ranges of addresses only. */
export function signAuthority(own: Issuer, permitted: HostNames, period: Period): string {
  const publicKey = createPublicKey(own.key)
  return signed(own, own.name, publicKey, period, [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign), true),
    extension(
      id_ce_nameConstraints,
      new NameConstraints({
        permittedSubtrees: new GeneralSubtrees(
          generalNames(permitted).map((base) => new GeneralSubtree({ base })),
        ),
      }),
      true,
    ),
  ])
}

/** A certificate in PEM form, of a server under these names and addresses. */
export function signServer(
  issuer: Issuer,
  subject: { name: string; publicKey: KeyObject },
  names: HostNames,
  period: Period,
): string {
  return signed(issuer, subject.name, subject.publicKey, period, [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
    extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
    extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
    extension(id_ce_subjectAltName, new SubjectAlternativeName(generalNames(names))),
    extension(
      id_ce_authorityKeyIdentifier,
      new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(keyId(createPublicKey(issuer.key))) }),
    ),
  ])
}

function signed(
  issuer: Issuer,
  subject: string,
  publicKey: KeyObject,
  { from, until }: Period,
  extensions: Extension[],
): string {
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 })
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature: algorithm,
    issuer: commonName(issuer.name),
    validity: new Validity({ notBefore: from, notAfter: until }),
    subject: commonName(subject),
    subjectPublicKeyInfo: AsnConvert.parse(spki(publicKey), SubjectPublicKeyInfo),
    extensions: new Extensions([
      ...extensions,
      extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyId(publicKey))),
    ]),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), issuer.key)
  const certificate = AsnConvert.serialize(
    new Certificate({
      tbsCertificate,
      signatureAlgorithm: algorithm,
      signatureValue: new Uint8Array(signature).buffer,
    }),
  )
  const lines =
    Buffer.from(certificate)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** Positive, and without a first byte that would be left out. */
function serialNumber(): ArrayBuffer {
  const bytes = new Uint8Array(randomBytes(16))
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return bytes.buffer
}

function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnSerializer.serialize(value)) })
}

function generalNames({ dns, ip }: HostNames): GeneralName[] {
  return [
    ...dns.map((dNSName) => new GeneralName({ dNSName })),
    ...ip.map((iPAddress) => new GeneralName({ iPAddress })),
  ]
}

function commonName(utf8String: string): Name {
  const value = new AttributeValue({ utf8String })
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: COMMON_NAME, value })])])
}

const spki = (publicKey: KeyObject) => publicKey.export({ type: 'spki', format: 'der' })

/** The first of the two ways of RFC 5280, 4.2.1.2, with today's digest. */
const keyId = (publicKey: KeyObject) => createHash('sha256').update(spki(publicKey)).digest().subarray(0, 20)

/** What an authority in DER form may speak for. */
export function permittedNames(authority: Buffer): HostNames {
  const value = extensionOf(authority, id_ce_nameConstraints)
  const { permittedSubtrees } = value ? AsnConvert.parse(value, NameConstraints) : {}
  return namesOf((permittedSubtrees ?? []).map(({ base }) => base))
}

/** What a server's certificate in DER form is for. */
export function certifiedNames(certificate: Buffer): HostNames {
  const value = extensionOf(certificate, id_ce_subjectAltName)
  return namesOf(value ? AsnConvert.parse(value, SubjectAlternativeName) : [])
}

function extensionOf(certificate: Buffer, id: string): ArrayBuffer | undefined {
  const { extensions = [] } = AsnConvert.parse(certificate, Certificate).tbsCertificate
  return extensions.find(({ extnID }) => extnID === id)?.extnValue.buffer
}

const namesOf = (names: readonly GeneralName[]): HostNames => ({
  dns: names.flatMap(({ dNSName }) => dNSName ?? []),
  ip: names.flatMap(({ iPAddress }) => iPAddress ?? []),
})
