import { createHash } from 'node:crypto'
import { base58, bech32, bech32m } from '@scure/base'
import { InvalidAddressError } from '../../errors.ts'
import type { BitcoinNetwork } from './networks.ts'
import type { Destination } from './script.ts'

/** Returns an address in the form that the network uses. */
export function toAddress(to: Destination, network: BitcoinNetwork): string {
  if (to.kind !== 'witness') {
    const [version = 0] = network[to.kind]
    return toBase58(Buffer.concat([Buffer.of(version), Buffer.from(to.hash, 'hex')]))
  }
  const { encode, toWords } = to.version === 0 ? bech32 : bech32m
  return encode(network.bech32, [to.version, ...toWords(Buffer.from(to.program, 'hex'))])
}

/**
 * Returns the address in its usual form.
 * @throws {InvalidAddressError} the text is not an address of this network
 */
export function checkAddress(text: string, network: BitcoinNetwork): string {
  const known = normalise(text, network)
  if (known !== null) return known
  throw new InvalidAddressError(
    text,
    `expected a base58 address of this network, or an address that starts with ${network.bech32}1`,
  )
}

/** Returns whether the text is an address of this network, in any form. */
export const isAddress = (text: string, network: BitcoinNetwork): boolean => normalise(text, network) !== null

function normalise(text: string, network: BitcoinNetwork): string | null {
  const [version, hash] = readBase58(text)
  if (hash === undefined) return isWitness(text, network) ? text.toLowerCase() : null
  const kind = (['pubkeyhash', 'scripthash'] as const).find((one) => network[one].includes(version))
  return kind === undefined ? null : toAddress({ kind, hash: hash.toString('hex') }, network)
}

function readBase58(text: string): readonly [version: number, hash?: Buffer] {
  try {
    const bytes = Buffer.from(base58.decode(text))
    const payload = bytes.subarray(0, -4)
    if (bytes.length === 25 && toBase58(payload) === text) return [payload[0] as number, payload.subarray(1)]
  } catch {
    // Another address format.
  }
  return [-1]
}

/** BIP 173 and 350: version 0 uses the older checksum. */
function isWitness(text: string, { bech32: prefix }: BitcoinNetwork): boolean {
  for (const [codec, isItsVersion] of [
    [bech32, (version: number) => version === 0],
    [bech32m, (version: number) => version > 0 && version <= 16],
  ] as const)
    try {
      const { prefix: found, words } = codec.decode(text as `${string}1${string}`)
      const [version = -1, ...program] = words
      const { length } = codec.fromWords(program)
      return found === prefix && isItsVersion(version) && length >= 2 && length <= 40
    } catch {
      // The other checksum.
    }
  return false
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

function toBase58(payload: Uint8Array): string {
  return base58.encode(Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]))
}
