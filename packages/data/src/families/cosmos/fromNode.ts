import { toHexHash, toSeconds, toTransactionHash } from './bytes.ts'
import type { BlockHeader, Coin, CosmosMessage, Decoded } from './decoded.ts'
import { selectMessageEvents, toEvents } from './events.ts'
import { readTransaction } from './protobuf.ts'

type NodeCoin = { readonly denom: string; readonly amount: string }
type NodeEvents = Parameters<typeof toEvents>[0]
export const toCoin = ({ denom, amount }: NodeCoin): Coin => ({ denom, amount: BigInt(amount) })

/** The fields of a transaction that REST returns. */
export type LcdTransaction = {
  readonly txhash: string
  readonly height: string
  readonly code?: number
  readonly codespace?: string
  readonly raw_log?: string
  readonly gas_wanted: string
  readonly gas_used: string
  readonly timestamp?: string
  readonly logs?: readonly { readonly events?: NodeEvents }[] | null
  readonly events?: NodeEvents
  readonly tx: {
    readonly body: { readonly messages: readonly CosmosMessage[]; readonly memo?: string }
    readonly auth_info: {
      readonly fee?: { readonly amount: readonly NodeCoin[]; readonly payer?: string; readonly granter?: string }
    }
  }
}

export function fromLcd(tx: LcdTransaction): Decoded {
  const { body, auth_info } = tx.tx
  const logs = tx.logs ?? []
  const own = toEvents(tx.events ?? [])
  const messageEvents = selectMessageEvents(logs, own)
  const code = tx.code ?? 0
  return {
    hash: tx.txhash.toUpperCase(),
    height: BigInt(tx.height),
    code,
    codespace: tx.codespace ?? '',
    log: code === 0 ? '' : (tx.raw_log ?? ''),
    gasWanted: BigInt(tx.gas_wanted),
    gasUsed: BigInt(tx.gas_used),
    feeAmounts: (auth_info.fee?.amount ?? []).map(toCoin),
    feePayer: auth_info.fee?.payer || null,
    feeGranter: auth_info.fee?.granter || null,
    memo: body.memo ?? '',
    messages: body.messages,
    signer: findSigner(body.messages),
    events: own.length > 0 ? own : messageEvents,
    messageEvents,
    time: tx.timestamp ? toSeconds(tx.timestamp) : null,
  }
}

/** Message fields that name the signer, in lookup order. */
const signerFields = [
  ...['from_address', 'delegator_address', 'sender', 'signer', 'creator', 'voter', 'depositor', 'proposer', 'granter'],
  ...['grantee', 'orchestrator', 'owner', 'submitter', 'admin', 'from', 'address', 'validator_address'],
]

function findSigner([message]: readonly CosmosMessage[]): string | null {
  const named = signerFields.map((field) => message?.[field])
  return (named.find((value) => typeof value === 'string' && value !== '') as string | undefined)?.toLowerCase() ?? null
}

/** CometBFT's result of executing a transaction. */
export type CometbftResult = {
  readonly code?: number
  readonly codespace?: string
  readonly log?: string
  readonly gas_wanted?: string
  readonly gas_used?: string
  readonly events?: NodeEvents | null
}

/** Decodes a transaction from its bytes in base64. */
export function fromCometbft(bytes: string, result: CometbftResult, height: bigint, time: bigint | null): Decoded {
  const { code = 0, codespace = '', log = '', gas_wanted = '0', gas_used = '0' } = result
  const events = toEvents(result.events ?? [])
  return {
    hash: toTransactionHash(bytes),
    height,
    code,
    codespace,
    log: code === 0 ? '' : log,
    gasWanted: BigInt(gas_wanted),
    gasUsed: BigInt(gas_used),
    time,
    ...readTransaction(Buffer.from(bytes, 'base64')),
    events,
    messageEvents: selectMessageEvents([], events),
  }
}

/** A block in the form of both interfaces. REST writes hashes in base64. */
export type NodeBlock = {
  readonly block_id: { readonly hash: string }
  readonly block: {
    readonly header: {
      readonly chain_id: string
      readonly height: string
      readonly time: string
      readonly last_block_id?: { readonly hash?: string } | null
      readonly proposer_address: string
      readonly app_hash: string
      readonly data_hash: string
      readonly validators_hash: string
    }
    readonly data: { readonly txs?: readonly string[] | null }
  }
}

export function toHeader({ block_id, block: { header, data } }: NodeBlock): BlockHeader {
  const { chain_id: chainId, proposer_address, app_hash, data_hash, validators_hash } = header
  return {
    height: BigInt(header.height),
    hash: toHexHash(block_id.hash),
    time: toSeconds(header.time),
    chainId,
    parentHash: toHexHash(header.last_block_id?.hash ?? '') || null,
    proposer: toHexHash(proposer_address),
    appHash: toHexHash(app_hash),
    dataHash: toHexHash(data_hash),
    validatorsHash: toHexHash(validators_hash),
    transactions: data.txs ?? [],
  }
}
