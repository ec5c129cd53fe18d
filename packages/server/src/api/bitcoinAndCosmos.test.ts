import { isLitecoindInstalled, type Litecoind, startLitecoind } from '@outrigger/devnet/litecoin'
import { leaveOut } from '@outrigger/devnet/recorded'
import { createReplayNode } from '@outrigger/devnet/replay'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createNode, type OutriggerNode } from '../createNode.ts'

const txid = 'AB'.repeat(32)
const sender = 'cosmos1ma02nlc7lchu7caufyrrqt4r6v2mpsj92s3mw7'
const header = {
  chain_id: 'cosmoshub-4',
  height: '7',
  time: '2026-01-02T03:04:05.678912345Z',
  app_hash: '',
  data_hash: '',
  validators_hash: '',
  proposer_address: Buffer.from('ff'.repeat(20), 'hex').toString('base64'),
}
const blockHash = 'CD'.repeat(32)
const block = {
  block_id: { hash: Buffer.from(blockHash, 'hex').toString('base64') },
  block: { header, data: { txs: [] } },
}
const transfer = {
  type: 'transfer',
  attributes: [
    { key: 'recipient', value: 'cosmos1other' },
    { key: 'sender', value: sender },
    { key: 'amount', value: '1500000uatom' },
    { key: 'msg_index', value: '0' },
  ],
}
/** Like SDK 0.50, whose `logs` are empty. */
const response = {
  txhash: txid,
  height: '7',
  code: 0,
  gas_wanted: '90000',
  gas_used: '80000',
  logs: [],
  events: [transfer],
  timestamp: '2026-01-02T03:04:05Z',
  tx: {
    body: { messages: [{ '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: sender }], memo: 'hello' },
    auth_info: { fee: { amount: [{ denom: 'uatom', amount: '2250' }], payer: '', granter: '' } },
  },
}
const answers: Readonly<Record<string, unknown>> = {
  blocks: block,
  'txs/': { tx_response: response },
  'txs?': { tx_responses: [response] },
  balances: { balances: [{ denom: 'uatom', amount: '12' }] },
}

let litecoind: Litecoind
let node: OutriggerNode
let url: string
let replay: AsyncDisposable

beforeAll(async () => {
  const cosmos = await createReplayNode({
    get(path) {
      const name = ['blocks', 'txs/', 'txs?', 'balances'].find((part) => path.includes(part))
      if (name === undefined || /blocks\/[89]|txs\/0/.test(path)) return undefined
      return { body: answers[name] }
    },
  })
  replay = cosmos
  if (isLitecoindInstalled()) litecoind = await startLitecoind()
  node = await createNode({
    chains: {
      cosmoshub: { endpoints: [cosmos.url] },
      ...(litecoind && { litecoin: { endpoints: [litecoind.url] } }),
    },
    access: 'loopback',
    log: 'silent',
  })
  url = (await node.listen({ port: 0, gatewayPort: 0 })).url
}, 60_000)
afterAll(async () => {
  await node?.close()
  await replay?.[Symbol.asyncDispose]()
  await litecoind?.close()
})

async function ask(path: string, body?: object) {
  const response = await fetch(`${url}/v1/${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind
  return { status: response.status, ...((await response.json()) as any) }
}

describe('cosmoshub', () => {
  const transaction = {
    hash: txid,
    from: sender,
    to: 'cosmos1other',
    value: '1.5 ATOM',
    fee: '2250',
    gas_price: '0.025 uatom',
    gas_used: 80_000,
    block_number: 7,
    block_hash: blockHash,
    status: 'success',
    memo: 'hello',
    fee_amounts: [{ denom: 'uatom', amount: '2250' }],
    messages: [{ '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: sender }],
  }
  it.each([
    [
      `balance/${sender}`,
      { balance: '0.000012 ATOM', balance_uatom: '12', balances: [{ denom: 'uatom', amount: '12' }] },
    ],
    [`transaction/${txid}`, transaction],
    ['blocks/latest', { block_number: 7, block_hash: blockHash, timestamp: 1_767_323_045, transactions: 0 }],
    [`addresses/${sender}/transactions`, { transactions: [transaction], coverage: { source: 'lcd' } }],
  ])('answers %s', async (path, data) => {
    const as_of = { block: 7, hash: blockHash, finality: 'final', source: 'primary' }
    expect(await ask(`blockchain/cosmoshub/${path}`)).toMatchObject({ status: 200, data, metadata: { as_of } })
  })

  it.each([
    ['balance/osmo1af5tyfjgrjycv5zu3asnh4u3hruqu8xknqk7fl', 400, 'INVALID_ADDRESS'],
    ['transaction/12', 400, 'INVALID_PARAMETER'],
    [`transaction/${'0'.repeat(64)}`, 404, 'NOT_FOUND'],
    ['blocks/9', 404, 'NOT_FOUND'],
    [`trace/transaction/${txid}`, 400, 'INVALID_PARAMETER'],
  ])('refuses %s with %i %s', async (path, status, error) => {
    expect(await ask(`blockchain/cosmoshub/${path}`)).toMatchObject({ status, success: false, error })
  })
})

describe('litecoin', () => {
  beforeEach((test) => {
    if (!isLitecoindInstalled()) leaveOut(test, 'litecoind is not installed: sh scripts/debian.sh')
  })

  it('answers from the node, and refuses what its family does not have', async () => {
    const address = await litecoind.rpc<string>('getnewaddress')
    const [hash] = await litecoind.rpc<[string]>('generatetoaddress', 1, address)
    const { tx } = await litecoind.rpc<{ tx: [string] }>('getblock', hash)
    expect(await ask(`blockchain/litecoin/balance/${address}`)).toMatchObject({
      data: { balance: '50 LTC', balance_sat: '5000000000', utxos: 1 },
      metadata: { as_of: { block: 1, hash, finality: 'included' } },
    })
    expect(await ask(`blockchain/litecoin/transaction/${tx[0]}`)).toMatchObject({
      data: {
        from: null,
        to: address,
        value: '50 LTC',
        fee: null,
        coinbase: true,
        address_deltas: { [address]: '5000000000' },
      },
    })
    expect(await ask('blockchain/litecoin/block/1')).toMatchObject({ number: 1, hash, miner: address, base_fee: null })
    expect(await ask('blockchain/litecoin/transactions/block/1')).toMatchObject({ data: { total: 1 } })
    expect(await ask(`blockchain/litecoin/blocks/${'0'.repeat(64)}`)).toMatchObject({ status: 404 })
    expect(await ask('blockchain/litecoin/stats/network')).toMatchObject({ data: { latest_block: 1, peer_count: 0 } })
    expect(await ask('blockchain/litecoin/balance/bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh')).toMatchObject({
      status: 400,
      error: 'INVALID_ADDRESS',
    })
    const call = await ask('blockchain/litecoin/call', { to: address, data: '0x00' })
    expect(call).toMatchObject({ status: 400, error: { code: 'INVALID_PARAMETER' } })
    expect(JSON.stringify(call)).toContain('bitcoin family, which has no contracts')
    // Core has no index of addresses.
    expect(await ask(`blockchain/litecoin/addresses/${address}/transactions`)).toMatchObject({ status: 503 })
  })

  it('is in the health of the node', async () => {
    const { providers } = await ask('oracle/health')
    expect(providers).toMatchObject({ litecoin: { primary: { status: 'healthy' } }, cosmoshub: { primary: {} } })
  })
})
