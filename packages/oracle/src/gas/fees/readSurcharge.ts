import type { ChainProfile } from '@outrigger/core'
import { type Hex, type PublicClient, serializeTransaction } from 'viem'
import type { GasTiers } from '../gasPrice.ts'
import { FeeSourceMissingError, TransactionRefusedError } from './feeErrors.ts'
import { estimateExecution } from './sources/executionGas.ts'
import { getL1Fee, getOperatorFee, getTokenRatio, opStackOracle, scrollOracle } from './sources/gasOracleContracts.ts'
import { getArbitrumGas, getLineaGas, getZksyncGas, nodeInterface } from './sources/nodeEstimates.ts'
import { type FeeRequest, noSurcharge, type Surcharge } from './transactionFee.ts'

type SurchargeQuery = {
  readonly client: PublicClient
  readonly chain: ChainProfile
  readonly request: FeeRequest
  readonly tiers: GasTiers
}

type Rule = (query: SurchargeQuery) => Promise<Surcharge>

/** Surcharge rules of chains whose fee model does not determine them. */
const rulesByChain: { readonly [chain: string]: Rule } = {
  mantle: readMantle,
  scroll: readScroll,
  linea: readLinea,
  zksync: readZksync,
}

/**
 * Reads the fees that a chain charges in addition to execution gas from its own contracts or node methods: predeploys on the
 * OP stack, Mantle and Scroll, NodeInterface on Arbitrum, node methods on Linea and ZKsync.
 */
export function readSurcharge(query: SurchargeQuery): Promise<Surcharge> {
  const { chain } = query
  const named = rulesByChain[chain.name]
  if (named !== undefined) return named(query)
  if (chain.feeModel.kind === 'opStack') return readOpStack(query)
  if (chain.feeModel.kind === 'arbitrum') return readArbitrum(query)
  return estimateGas(query).then((gasLimit) => ({ ...noSurcharge, gasLimit }))
}

/** Returns the execution gas that the caller passed, or otherwise the node's estimate. */
async function estimateGas({ client, request }: SurchargeQuery): Promise<bigint> {
  return request.gas ?? estimateExecution(client, request)
}

async function readOpStack(query: SurchargeQuery): Promise<Surcharge> {
  const gasLimit = await estimateGas(query)
  const source = `GasPriceOracle ${opStackOracle}`
  const encoded = await encode(query, gasLimit)
  const l1 = await orMissing(query, source, getL1Fee(query.client, opStackOracle, encoded))
  const operator = await getOperatorFee(query.client, opStackOracle, gasLimit)
  return { ...noSurcharge, gasLimit, l1, operator, source }
}

/** Reads Mantle's surcharge. Its GasPriceOracle reports the L1 fee in ETH, while fees are paid in MNT. */
async function readMantle(query: SurchargeQuery): Promise<Surcharge> {
  const [surcharge, ratio] = await Promise.all([
    readOpStack(query),
    orMissing(query, `tokenRatio of ${opStackOracle}`, getTokenRatio(query.client)),
  ])
  return { ...surcharge, l1: surcharge.l1 * ratio }
}

/**
 * Reads Scroll's surcharge. Its oracle expects a signed transaction, so this encodes a placeholder signature of the
 * usual length.
 */
async function readScroll(query: SurchargeQuery): Promise<Surcharge> {
  const gasLimit = await estimateGas(query)
  const source = `L1GasPriceOracle ${scrollOracle}`
  const encoded = await encode(query, gasLimit, {
    r: `0x${'b7'.repeat(32)}`,
    s: `0x${'5c'.repeat(32)}`,
    yParity: 1,
  })
  const l1 = await orMissing(query, source, getL1Fee(query.client, scrollOracle, encoded))
  return { ...noSurcharge, gasLimit, l1, source }
}

async function readArbitrum(query: SurchargeQuery): Promise<Surcharge> {
  const { client, request } = query
  const source = `NodeInterface ${nodeInterface}`
  const [{ gas, l1Gas }, lists] = await Promise.all([
    orRefused(query, source, getArbitrumGas(client, request)),
    estimateLists(client, request),
  ])
  // The caller's figure is execution gas only, so the gas for L1 is added.
  return { ...noSurcharge, gasLimit: request.gas === undefined ? gas + lists : request.gas + l1Gas, l1Gas, source }
}

/** Estimates the additional gas of the access list and authorizations, because NodeInterface accepts neither. */
async function estimateLists(client: PublicClient, request: FeeRequest): Promise<bigint> {
  const { accessList, authorizationList, ...plain } = request
  if (!accessList?.length && !authorizationList?.length) return 0n
  const [listed, unlisted] = await Promise.all([estimateExecution(client, request), estimateExecution(client, plain)])
  return listed - unlisted
}

async function readLinea(query: SurchargeQuery): Promise<Surcharge> {
  const source = 'linea_estimateGas'
  const { gas, gasPrice } = await orRefused(query, source, getLineaGas(query.client, query.request))
  return { ...noSurcharge, gasLimit: query.request.gas ?? gas, leastGasPrice: gasPrice, source }
}

async function readZksync(query: SurchargeQuery): Promise<Surcharge> {
  const { client, chain, request } = query
  if (request.authorizationList?.length)
    throw new TransactionRefusedError(
      `${chain.name} does not accept transactions with authorizations (EIP-7702).`,
      undefined,
    )
  const source = 'zks_estimateFee'
  const { gas, gasPrice } = await orRefused(query, source, getZksyncGas(client, request))
  return { ...noSurcharge, gasLimit: request.gas ?? gas, leastGasPrice: gasPrice, source }
}

/** Runs an estimate that executes the transaction. If it fails, checks whether the transaction itself fails. */
async function orRefused<value>(query: SurchargeQuery, source: string, answer: Promise<value>): Promise<value> {
  try {
    return await answer
  } catch (cause) {
    await estimateExecution(query.client, query.request)
    throw new FeeSourceMissingError(query.chain.name, source, cause)
  }
}

function orMissing<value>({ chain }: SurchargeQuery, source: string, answer: Promise<value>): Promise<value> {
  return answer.catch((cause) => {
    throw new FeeSourceMissingError(chain.name, source, cause)
  })
}

async function encode(
  { client, chain, request, tiers }: SurchargeQuery,
  gas: bigint,
  signature?: { readonly r: Hex; readonly s: Hex; readonly yParity: number },
): Promise<Hex> {
  const { from, to, value = 0n, data = '0x', accessList, authorizationList } = request
  const nonce = request.nonce ?? (from === undefined ? 0 : await client.getTransactionCount({ address: from }))
  const { maxFeePerGas, maxPriorityFeePerGas } = tiers.fast
  const transaction = {
    chainId: chain.chainId ?? 0,
    nonce,
    gas,
    value,
    data,
    maxFeePerGas,
    maxPriorityFeePerGas,
    ...(to && { to }),
    ...(accessList && { accessList }),
  }
  return authorizationList?.length
    ? serializeTransaction({ ...transaction, type: 'eip7702', authorizationList }, signature)
    : serializeTransaction({ ...transaction, type: 'eip1559' }, signature)
}
