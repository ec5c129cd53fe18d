import type { Chain, Hex, serializeTransaction } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as viemChains from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { chains } from './registry.ts'

const definitions: Readonly<Record<string, Chain>> = { ...viemChains, ethereum: viemChains.mainnet }
const evm = Object.entries(chains).flatMap(([name, { viemChain }]) =>
  viemChain === null ? [] : [{ name, ours: viemChain as Chain, viems: definitions[name] as Chain }],
)

/** Data without functions. */
const toData = (chain: Chain) => JSON.parse(JSON.stringify(chain))
const hash: Hex = `0x${'ab'.repeat(32)}`
const address: Hex = `0x${'12'.repeat(20)}`

describe('a chain keeps everything that viem defines for it', () => {
  it.each(evm)('$name: ids, currency, addresses, explorers, contracts', ({ ours, viems }) => {
    expect(
      toData({ ...ours, formatters: undefined, serializers: undefined, fees: undefined, custom: undefined }),
    ).toEqual(toData({ ...viems, formatters: undefined, serializers: undefined, fees: undefined, custom: undefined }))
    expect(Object.keys(ours.formatters ?? {}).sort()).toEqual(Object.keys(viems.formatters ?? {}).sort())
    expect(Object.keys(ours.serializers ?? {})).toEqual(Object.keys(viems.serializers ?? {}))
    expect(Object.keys(ours.fees ?? {}).sort()).toEqual(Object.keys(viems.fees ?? {}).sort())
  })

  const transaction = {
    hash,
    nonce: '0x1',
    blockHash: hash,
    blockNumber: '0x10',
    transactionIndex: '0x0',
    from: address,
    to: address,
    value: '0x5',
    gas: '0x5208',
    gasPrice: '0x7',
    input: '0x',
    chainId: '0x1',
    v: '0x1',
    r: hash,
    s: hash,
  }
  const transactions = [
    { ...transaction, type: '0x2', maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x1', accessList: [], yParity: '0x1' },
    { ...transaction, type: '0x7e', sourceHash: hash, isSystemTx: false, mint: '0x77' },
    { ...transaction, type: '0x7e', sourceHash: hash, isSystemTx: true },
    { ...transaction, type: '0x7b', feeCurrency: address, maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x1' },
    { ...transaction, type: '0x7c', feeCurrency: null, gatewayFee: '0x8', gatewayFeeRecipient: address },
    { ...transaction, type: '0x71', l1BatchNumber: '0x8', l1BatchTxIndex: '0x2' },
    { ...transaction, type: '0xff', l1BatchNumber: null, l1BatchTxIndex: null },
  ]
  const log = {
    address,
    topics: [hash],
    data: '0x',
    blockHash: hash,
    blockNumber: '0x1',
    transactionHash: hash,
    transactionIndex: '0x0',
    logIndex: '0x2',
    removed: false,
  }
  const receipt = {
    transactionHash: hash,
    blockHash: hash,
    blockNumber: '0x1',
    transactionIndex: '0x0',
    from: address,
    to: address,
    type: '0x2',
    cumulativeGasUsed: '0x1',
    gasUsed: '0x1',
    effectiveGasPrice: '0x1',
    status: '0x1',
    contractAddress: null,
    logsBloom: '0x',
    l1GasPrice: '0x5',
    l1GasUsed: '0x6',
    l1Fee: '0x1e',
    l1FeeScalar: '0.684',
    depositNonce: '0x9',
    depositReceiptVersion: '0x1',
    l1BatchNumber: '0x8',
    l1BatchTxIndex: null,
    logs: [{ ...log, l1BatchNumber: '0x8', transactionLogIndex: '0x3', logType: null }],
    l2ToL1Logs: [
      {
        blockHash: hash,
        l1BatchNumber: null,
        transactionIndex: '0x1',
        shardId: '0x0',
        isService: true,
        sender: address,
        key: hash,
        value: hash,
        transactionHash: hash,
        logIndex: '0x4',
      },
    ],
  }
  const requests = [
    { to: address, value: 5n, maxFeePerGas: 9n, maxPriorityFeePerGas: 1n, feeCurrency: address },
    { to: address, value: 5n, gasPrice: 3n },
    { to: address, value: 5n, paymaster: address, paymasterInput: '0x1234', factoryDeps: ['0xaabb'] },
    { to: address, gasPerPubdata: 800n, customSignature: '0x99' },
  ]

  it.each(evm.filter(({ viems }) => viems.formatters !== undefined))(
    '$name: how answers are read',
    ({ ours, viems }) => {
      for (const [kind, raws] of Object.entries({
        transaction: transactions,
        transactionReceipt: [
          receipt,
          { ...receipt, logs: [], l2ToL1Logs: [], l1Fee: undefined, l1FeeScalar: undefined },
        ],
        transactionRequest: requests,
        block: [
          {
            number: '0x1',
            stateRoot: hash,
            l1BatchNumber: '0x8',
            l1BatchTimestamp: '0x9',
            transactions: [hash, ...transactions],
          },
        ],
      })) {
        const read = (chain: Chain, raw: unknown) =>
          chain.formatters?.[kind as keyof typeof chain.formatters]?.format(raw as never, 'test')
        for (const raw of raws) expect(read(ours, raw)).toEqual(read(viems, raw))
      }
    },
  )

  const account = privateKeyToAccount(hash)
  const plain = { to: address, value: 5n, nonce: 3, gas: 21_000n, maxFeePerGas: 9n, maxPriorityFeePerGas: 1n }
  it.each(evm.filter(({ viems }) => viems.serializers !== undefined))(
    '$name: how transactions are signed',
    async ({ ours, viems }) => {
      const own = [{}, { feeCurrency: address }, { paymaster: address, paymasterInput: '0x12', from: address }]
      for (const fields of own) {
        const transaction = { ...plain, chainId: ours.id, ...fields, type: 'eip1559' } as const
        const untyped = { ...transaction, type: undefined } as never
        const sign = (chain: Chain) =>
          account.signTransaction(untyped, {
            serializer: chain.serializers?.transaction as typeof serializeTransaction,
          })
        expect(await sign(ours)).toBe(await sign(viems))
      }
    },
  )
})
