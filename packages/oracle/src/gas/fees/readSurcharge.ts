import type { ChainProfile } from '@outrigger/core'
import { type Hex, type PublicClient, serializeTransaction } from 'viem'
import type { GasTiers } from '../gasPrice.ts'
import { FeeSourceMissingError, TransactionRefusedError } from './feeErrors.ts'
import { estimateExecution } from './sources/executionGas.ts'
import { getL1Fee, getOperatorFee, getTokenRatio, opStackOracle, scrollOracle } from './sources/gasOracleContracts.ts'
import { getArbitrumGas, getLineaGas, getZksyncGas, nodeInterface } from './sources/nodeEstimates.ts'
import { type FeeRequest, noSurcharge, type Surcharge } from './transactionFee.ts'

type Question = {
  readonly client: PublicClient
  readonly chain: ChainProfile
  readonly request: FeeRequest
  readonly tiers: GasTiers
}

type Rule = (question: Question) => Promise<Surcharge>

/** Chains whose fees do not follow from how they price execution. */
const rulesByChain: { readonly [chain: string]: Rule } = {
  mantle: readMantle,
  scroll: readScroll,
  linea: readLinea,
  zksync: readZksync,
}

/**
 * What a chain charges beside the gas of the execution, by its own rule and its own word: predeploys of the OP stack, Mantle
 * and Scroll, NodeInterface of Arbitrum, methods of Linea's and ZKsync's nodes.
 */
export function readSurcharge(question: Question): Promise<Surcharge> {
  const { chain } = question
  const named = rulesByChain[chain.name]
  if (named !== undefined) return named(question)
  if (chain.feeModel.kind === 'opStack') return readOpStack(question)
  if (chain.feeModel.kind === 'arbitrum') return readArbitrum(question)
  return estimateGas(question).then((gasLimit) => ({ ...noSurcharge, gasLimit }))
}

/** Gas of the execution: the caller's figure, or the node's. */
async function estimateGas({ client, request }: Question): Promise<bigint> {
  return request.gas ?? estimateExecution(client, request)
}

async function readOpStack(question: Question): Promise<Surcharge> {
  const gasLimit = await estimateGas(question)
  const source = `GasPriceOracle ${opStackOracle}`
  const encoded = await encode(question, gasLimit)
  const l1 = await orMissing(question, source, getL1Fee(question.client, opStackOracle, encoded))
  const operator = await getOperatorFee(question.client, opStackOracle, gasLimit)
  return { ...noSurcharge, gasLimit, l1, operator, source }
}

/** Its GasPriceOracle reports the L1 fee in ETH, while fees are paid in MNT. */
async function readMantle(question: Question): Promise<Surcharge> {
  const [surcharge, ratio] = await Promise.all([
    readOpStack(question),
    orMissing(question, `tokenRatio of ${opStackOracle}`, getTokenRatio(question.client)),
  ])
  return { ...surcharge, l1: surcharge.l1 * ratio }
}

/** Its oracle takes the transaction with its signature; one of the usual length stands in for it. */
async function readScroll(question: Question): Promise<Surcharge> {
  const gasLimit = await estimateGas(question)
  const source = `L1GasPriceOracle ${scrollOracle}`
  const encoded = await encode(question, gasLimit, {
    r: `0x${'b7'.repeat(32)}`,
    s: `0x${'5c'.repeat(32)}`,
    yParity: 1,
  })
  const l1 = await orMissing(question, source, getL1Fee(question.client, scrollOracle, encoded))
  return { ...noSurcharge, gasLimit, l1, source }
}

async function readArbitrum(question: Question): Promise<Surcharge> {
  const { client, request } = question
  const source = `NodeInterface ${nodeInterface}`
  const [{ gas, l1Gas }, lists] = await Promise.all([
    orRefused(question, source, getArbitrumGas(client, request)),
    estimateLists(client, request),
  ])
  // A figure of the caller's is of the execution; what L1 takes comes on top.
  return { ...noSurcharge, gasLimit: request.gas === undefined ? gas + lists : request.gas + l1Gas, l1Gas, source }
}

/** Gas that access list and authorizations make a difference of. NodeInterface takes neither. */
async function estimateLists(client: PublicClient, request: FeeRequest): Promise<bigint> {
  const { accessList, authorizationList, ...plain } = request
  if (!accessList?.length && !authorizationList?.length) return 0n
  const [listed, unlisted] = await Promise.all([estimateExecution(client, request), estimateExecution(client, plain)])
  return listed - unlisted
}

async function readLinea(question: Question): Promise<Surcharge> {
  const source = 'linea_estimateGas'
  const { gas, gasPrice } = await orRefused(question, source, getLineaGas(question.client, question.request))
  return { ...noSurcharge, gasLimit: question.request.gas ?? gas, leastGasPrice: gasPrice, source }
}

async function readZksync(question: Question): Promise<Surcharge> {
  const { client, chain, request } = question
  if (request.authorizationList?.length)
    throw new TransactionRefusedError(`${chain.name} takes no transactions with authorizations (EIP-7702).`, undefined)
  const source = 'zks_estimateFee'
  const { gas, gasPrice } = await orRefused(question, source, getZksyncGas(client, request))
  return { ...noSurcharge, gasLimit: request.gas ?? gas, leastGasPrice: gasPrice, source }
}

/** An estimate that executes the transaction also fails if the transaction does. */
async function orRefused<value>(question: Question, source: string, answer: Promise<value>): Promise<value> {
  try {
    return await answer
  } catch (cause) {
    await estimateExecution(question.client, question.request)
    throw new FeeSourceMissingError(question.chain.name, source, cause)
  }
}

function orMissing<value>({ chain }: Question, source: string, answer: Promise<value>): Promise<value> {
  return answer.catch((cause) => {
    throw new FeeSourceMissingError(chain.name, source, cause)
  })
}

async function encode(
  { client, chain, request, tiers }: Question,
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
