import { chains, createMemoryStore, createProviderPool, redactUrl } from '@outrigger/core'
import { createClassifier } from '@outrigger/mempool'
import { computePairSandwich } from '@outrigger/mev'
import { createGasOracle } from '@outrigger/oracle'

const pool = createProviderPool({ chain: chains.ethereum, endpoints: ['http://127.0.0.1:9'] })
const oracle = createGasOracle({ pools: [pool] })
const store = createMemoryStore()
await store.collection('c').set('k', 1)
if (redactUrl('https://a.example/v2/KEY').includes('KEY')) throw new TypeError('secret shown')
if (!oracle.chains.includes('ethereum')) throw new TypeError('oracle does not serve ethereum')
if (typeof computePairSandwich !== 'function') throw new TypeError('mev is not there')
const deployment = { from: null, to: null, input: '0x6080', value: 0n }
if (createClassifier({ chain: 'ethereum' }).classify(deployment).type !== 'contract_deploy')
  throw new TypeError('misread')
await oracle.close()
await pool.close()
process.stdout.write('works\n')
