import type { FamilyPool } from '@outrigger/core'
import type { Hex } from 'viem'
import { UnknownTransactionError } from '../../errors.ts'
import type { FamilyTransaction } from '../familyData.ts'
import { askStarknet } from './askStarknet.ts'
import { feeTokens } from './feeTokens.ts'
import { isSameFelt } from './felt.ts'
import { parseHash } from './parameters.ts'
import { readBlock, toAsOf } from './readBlock.ts'
import type { RpcReceipt, RpcTransaction } from './rpcTypes.ts'
import type { StarknetBlockBody } from './toBlock.ts'
import { type StarknetReceipt, toReceipt } from './transaction/toReceipt.ts'
import { type StarknetTransactionBody, toTransaction } from './transaction/toTransaction.ts'
import { type StarknetTransfer, toTransfers, withoutFee } from './transaction/toTransfers.ts'

/** The fields that only Starknet transactions have. Fields of the receipt are absent until the transaction is executed. */
export type StarknetTransactionDetails = Omit<StarknetTransactionBody, 'hash'> &
  Partial<Omit<StarknetReceipt, 'fee'>> & {
    /** ERC-20 transfers of any token, without the transfer that paid the fee. */
    readonly transfers: readonly StarknetTransfer[]
  }

/**
 * A transaction of Starknet. `from` is the sending account, or the Ethereum contract for a message from Ethereum. `to` is the
 * account that received the most STRK, otherwise the first called contract. `value` is the STRK moved to other accounts. `fee` is
 * in the unit of `details.feeUnit`. `gasUsed` is L2 gas, or L1 gas before Starknet 0.13.4.
 */
export type StarknetTransaction = FamilyTransaction<'starknet', StarknetTransactionDetails>

/**
 * Returns a transaction with its receipt and its block.
 *
 * @throws {InvalidHashError} @throws {UnknownTransactionError} @throws {AllProvidersFailedError}
 */
export async function getTransaction(
  pool: FamilyPool,
  question: { readonly hash: string },
): Promise<StarknetTransaction> {
  const hash = parseHash(question.hash)
  const [{ result, provider }, { result: receipt }] = await Promise.all([
    askStarknet<RpcTransaction>(pool, 'getTransactionByHash', [hash]),
    // Null until the transaction is executed.
    askStarknet<RpcReceipt>(pool, 'getTransactionReceipt', [hash]),
  ])
  if (result === null) throw new UnknownTransactionError(pool.chain.name, hash)
  const body = toTransaction(result, result.transaction_hash ?? hash)
  const block = receipt?.block_hash === undefined ? null : await readMined(pool, receipt.block_hash)
  return {
    ...toFamilyTransaction(pool.chain.name, body, receipt && toReceipt(receipt, body.version), block),
    ...(receipt?.block_number !== undefined && { blockNumber: BigInt(receipt.block_number) }),
    ...(receipt?.block_hash !== undefined && { blockHash: receipt.block_hash }),
    asOf: block && toAsOf(block, provider),
  }
}

/** Returns null if no node returns the block, because the transaction itself does not need it. */
const readMined = (pool: FamilyPool, hash: Hex): Promise<StarknetBlockBody | null> =>
  readBlock(pool, { block_hash: hash }).then(
    ({ body }) => body,
    () => null,
  )

/** Converts to the form that all families share. */
export function toFamilyTransaction(
  chain: string,
  body: StarknetTransactionBody,
  receipt: StarknetReceipt | null,
  block: StarknetBlockBody | null,
): Omit<StarknetTransaction, 'asOf'> {
  const from = toSender(body, receipt)
  const transfers = receipt === null ? [] : toOwnTransfers(receipt, from)
  const moved = transfers.filter(({ token, from: payer }) => isStrk(token) && from !== null && isSameFelt(payer, from))
  const [largest] = moved.toSorted((one, other) => (one.amount < other.amount ? 1 : -1))
  const { fee = null, ...outcome } = receipt ?? {}
  const { hash, ...sent } = body
  return {
    family: 'starknet',
    chain,
    hash,
    from,
    to: largest?.to ?? toTarget(body),
    fee,
    value: moved.reduce((sum, { amount }) => sum + amount, 0n),
    ...toGas(receipt, block),
    blockNumber: block?.number ?? null,
    blockHash: block?.hash ?? null,
    timestamp: block?.timestamp ?? null,
    status: receipt === null ? 'pending' : receipt.executionStatus === 'SUCCEEDED' ? 'success' : 'failed',
    details: { ...sent, ...outcome, transfers },
  }
}

const isStrk = (token: Hex) => isSameFelt(token, feeTokens.FRI.address)

function toSender(body: StarknetTransactionBody, receipt: StarknetReceipt | null): Hex | null {
  if (body.type === 'L1_HANDLER') return body.l1Sender
  if (body.type === 'DEPLOY_ACCOUNT') return receipt?.contract ?? null
  return body.type === 'DEPLOY' ? null : body.sender
}

function toTarget(body: StarknetTransactionBody): Hex | null {
  if (body.type === 'L1_HANDLER') return body.contract
  return body.type === 'INVOKE' ? (body.calls?.[0]?.to ?? (body.version === 0 ? body.sender : null)) : null
}

function toOwnTransfers({ events, fee, feeUnit }: StarknetReceipt, payer: Hex | null): readonly StarknetTransfer[] {
  const transfers = toTransfers(events)
  return payer === null ? transfers : withoutFee(transfers, { payer, token: feeTokens[feeUnit].address, amount: fee })
}

/** Returns the gas of the layer that most of the fee is for, and its unit price in the block. */
function toGas(receipt: StarknetReceipt | null, block: StarknetBlockBody | null) {
  const { l1Gas = null, l2Gas = null } = receipt?.resources ?? {}
  const onL2 = l2Gas !== null && l2Gas > 0n
  const price = onL2 ? block?.l2GasPrice : block?.l1GasPrice
  const unit = receipt?.feeUnit === 'WEI' ? 'wei' : 'fri'
  return { gasUsed: onL2 ? l2Gas : (l1Gas ?? l2Gas), gasPrice: price && receipt ? `${price[unit]} ${unit}` : null }
}
