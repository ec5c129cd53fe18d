/** Kinds of output scripts, with the names that Bitcoin Core uses. */
export type ScriptType =
  | 'pubkey'
  | 'pubkeyhash'
  | 'scripthash'
  | 'multisig'
  | 'nulldata'
  | 'witness_v0_keyhash'
  | 'witness_v0_scripthash'
  | 'witness_v1_taproot'
  | 'witness_unknown'
  | 'anchor'
  | 'witness_mweb_hogaddr'
  | 'witness_mweb_pegin'
  /** An output of Litecoin's extension block, which has no script. */
  | 'mweb'
  | 'nonstandard'

/** The destination of a script, if an address can represent it. */
export type Destination =
  | { readonly kind: 'pubkeyhash' | 'scripthash'; readonly hash: string }
  | { readonly kind: 'witness'; readonly version: number; readonly program: string }

const key = '(?:21[\\da-f]{66}|41[\\da-f]{130})'
const forms: readonly (readonly [ScriptType, RegExp])[] = [
  ['pubkeyhash', /^76a914([\da-f]{40})88ac$/],
  ['scripthash', /^a914([\da-f]{40})87$/],
  ['witness_v0_keyhash', /^0014([\da-f]{40})$/],
  ['witness_v0_scripthash', /^0020([\da-f]{64})$/],
  ['witness_v1_taproot', /^5120([\da-f]{64})$/],
  ['anchor', /^51024e73$/],
  ['pubkey', new RegExp(`^${key}ac$`)],
  ['multisig', new RegExp(`^(5[1-9a-f]|60)(?:${key}){1,16}(5[1-9a-f]|60)ae$`)],
]

type Classified = { readonly type: ScriptType; readonly to: Destination | null }

/** Litecoin's LIP 3: witness versions of the extension block, which do not pay to an address. */
const mwebVersions: Readonly<Record<number, ScriptType>> = { 8: 'witness_mweb_hogaddr', 9: 'witness_mweb_pegin' }

/**
 * Returns the kind of an output script in hex, and its destination. The destination is null if it is not an address.
 * `hasMweb` is for networks whose witness versions 8 and 9 belong to the extension block.
 */
export function classifyScript(script: string, hasMweb = false): Classified {
  const found = classify(script)
  const mweb = hasMweb && found.to?.kind === 'witness' ? mwebVersions[found.to.version] : undefined
  return mweb === undefined ? found : { type: mweb, to: null }
}

function classify(script: string): Classified {
  for (const [type, form] of forms) {
    const hash = form.exec(script)?.[1]
    if (hash === undefined && !form.test(script)) continue
    if (type === 'pubkeyhash' || type === 'scripthash') return { type, to: { kind: type, hash: hash as string } }
    if (type === 'pubkey' || type === 'multisig') return { type, to: null }
    return { type, to: toWitness(script) }
  }
  if (isNullData(script)) return { type: 'nulldata', to: null }
  const witness = toWitness(script)
  return witness === null ? { type: 'nonstandard', to: null } : { type: 'witness_unknown', to: witness }
}

/** Returns the destination of a witness script (BIP 141: a version and one push of 2 to 40 bytes). */
function toWitness(script: string): Destination | null {
  const [, opcode, length, program] = /^(00|5[1-9a-f]|60)([\da-f]{2})([\da-f]+)$/.exec(script) ?? []
  if (opcode === undefined || length === undefined || program === undefined) return null
  const bytes = Number.parseInt(length, 16)
  if (bytes < 2 || bytes > 40 || program.length !== 2 * bytes) return null
  const version = opcode === '00' ? 0 : Number.parseInt(opcode, 16) - 0x50
  // Version 0 has programs of 20 and 32 bytes only.
  return version === 0 && bytes !== 20 && bytes !== 32 ? null : { kind: 'witness', version, program }
}

const maxPushOpcode = 0x60

/** Returns whether the script is OP_RETURN, followed only by data pushes. */
function isNullData(script: string): boolean {
  if (!script.startsWith('6a')) return false
  const bytes = Buffer.from(script, 'hex')
  let at = 1
  while (at < bytes.length) {
    const opcode = bytes[at] as number
    if (opcode > maxPushOpcode) return false
    at += 1 + toPushLength(bytes, at, opcode)
  }
  return at === bytes.length
}

function toPushLength(bytes: Buffer, at: number, opcode: number): number {
  if (opcode < 0x4c) return opcode
  if (opcode > 0x4e) return 0
  const width = opcode === 0x4c ? 1 : opcode === 0x4d ? 2 : 4
  return at + 1 + width <= bytes.length ? width + bytes.readUIntLE(at + 1, width) : bytes.length
}
