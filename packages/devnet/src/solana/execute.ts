import {
  type Address,
  getBase58Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  lamports,
} from '@solana/kit'
import { FailedTransactionMetadata, type LiteSVM, type TransactionMetadata } from 'litesvm'
import { readTokenAccount } from './tokenAccounts.ts'

/** An executed transaction, with its `getTransaction` result. */
export type Executed = {
  readonly signature: string
  /** The transaction as sent. */
  readonly base64: string
  readonly accounts: readonly Address[]
  readonly meta: Readonly<Record<string, unknown>> & { readonly err: unknown }
}

const toBase58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)

/**
 * Executes a signed transaction and returns the result in the format of Solana's JSON-RPC. The virtual machine does not
 * report balances and fees, so they are computed from the accounts before and after.
 */
export function execute(svm: LiteSVM, base64: string): Executed {
  const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(base64))
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  const accounts = message.staticAccounts as readonly Address[]
  const balances = () => accounts.map((address) => svm.getBalance(address) ?? lamports(0n))
  const tokens = () => accounts.flatMap((address, index) => toTokenBalance(svm, address, index))
  const [preBalances, preTokenBalances] = [balances(), tokens()]
  const result = svm.sendTransaction(transaction)
  const postBalances = balances()
  const isFailed = result instanceof FailedTransactionMetadata
  const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n)
  return {
    signature: getSignatureFromTransaction(transaction),
    base64,
    accounts,
    meta: {
      err: isFailed ? toError(result) : null,
      fee: Number(sum(preBalances) - sum(postBalances)),
      preBalances: preBalances.map(Number),
      postBalances: postBalances.map(Number),
      preTokenBalances,
      postTokenBalances: tokens(),
      ...toMeta(isFailed ? result.meta() : result),
    },
  }
}

function toMeta(meta: TransactionMetadata) {
  const innerInstructions = meta.innerInstructions().flatMap((inner, index) =>
    inner.length === 0
      ? []
      : {
          index,
          instructions: inner.map((one) => ({
            programIdIndex: one.instruction().programIdIndex(),
            stackHeight: one.stackHeight(),
            accounts: [...one.instruction().accounts()],
            data: toBase58(one.instruction().data()),
          })),
        },
  )
  return { innerInstructions, logMessages: meta.logs(), computeUnitsConsumed: Number(meta.computeUnitsConsumed()) }
}

/** Errors without a number are returned as the virtual machine's text. */
function toError(failed: FailedTransactionMetadata): unknown {
  const error = failed.err()
  if (typeof error !== 'object' || !('err' in error)) return failed.toString()
  const inner = error.err()
  const isCustom = typeof inner === 'object' && 'code' in inner
  return { InstructionError: [error.index, isCustom ? { Custom: inner.code } : String(inner)] }
}

function toTokenBalance(svm: LiteSVM, address: Address, accountIndex: number) {
  const account = svm.getAccount(address)
  const token = account.exists ? readTokenAccount(account.programAddress, account.data) : undefined
  if (token === undefined) return []
  const mint = svm.getAccount(token.mint)
  const decimals = mint.exists ? (mint.data[44] ?? 0) : 0
  const uiTokenAmount = { amount: String(token.amount), decimals }
  return [{ accountIndex, mint: token.mint, owner: token.owner, programId: token.program, uiTokenAmount }]
}
