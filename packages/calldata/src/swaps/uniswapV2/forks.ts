import { deployedOn } from '../../decoder/deployedOn.ts'
import { type Contract, defineProtocol, joinFunctions, type Protocol } from '../../decoder/protocol.ts'
import { pairFunctions } from './pair.ts'
import { defineRouter, routerFunctions } from './router.ts'

export const avaxRouter = defineRouter('AVAX')
/** Router of BakerySwap and BurgerSwap. */
const bnbRouter = defineRouter('BNB')

function fork(
  id: string,
  name: string,
  source: string,
  addresses: Contract['addresses'],
  functions = routerFunctions,
): Protocol {
  return defineProtocol({ id, name, source, contracts: [{ name: `${name} router`, addresses, functions }] })
}

/** Routers that share UniswapV2Router02's functions. Sources: each DEX's documentation. */
export const v2Forks: readonly Protocol[] = [
  fork('quickswap', 'QuickSwap', 'https://docs.quickswap.exchange/technical-reference/smart-contracts', {
    polygon: ['0xa5e0829caced8ffdd4de3c43696c57f7d7a678ff'],
  }),
  fork('honeyswap', 'Honeyswap', 'https://wiki.1hive.org/projects/honeyswap', {
    gnosis: ['0x1c232f01118cb8b424793ae03f870aa7d0ac7f77'],
  }),
  fork('swapr', 'Swapr', 'https://github.com/SwaprHQ/swapr-core', {
    ethereum: ['0xb9960d9bca016e9748be75dd52f02188b9d0829f'],
    gnosis: ['0xe43e60736b1cb4a75ad25240e2f9a62bff65c0c0'],
    arbitrum: ['0x530476d5583724a89c8841eb6da76e7af4c0f17e'],
  }),
  fork('baoswap', 'Baoswap', 'https://github.com/baofinance', {
    gnosis: ['0x6093aebac87d62b1a5a4ceec91204e35020e38be'],
  }),
  fork('levinswap', 'Levinswap', 'https://levinswap.org', { gnosis: ['0xb18d4f69627f8320619a696202ad2c430cef7c53'] }),
  fork('shibaswap', 'ShibaSwap', 'https://docs.shib.io', { ethereum: ['0x03f7724180aa6b939894b5ca4314783b0b36b329'] }),
  fork('fraxswap', 'Fraxswap', 'https://docs.frax.finance/smart-contracts/fraxswap', {
    ethereum: ['0xc14d550632db8592d1243edc8b95b0ad06703867'],
    polygon: ['0x9bc2152fd37b196c0ff3c16f5533767c9a983971'],
    ...deployedOn(['arbitrum', 'avalanche'], '0xc2544a32872a91f4a553b404c6950e89de901fdb'),
    optimism: ['0xffe66a866b249f5d7c97b4a4c84742a393bc9354'],
    bsc: ['0x0ae84c1a6e142ed90f8a35a7e7b216cb25469e37'],
  }),
  fork('defi_swap', 'Crypto.com DeFi Swap', 'https://crypto.com/defi/swap', {
    ethereum: ['0xceb90e4c17d626be0facd78b79c9c87d7ca181b3'],
  }),
  fork('saitaswap', 'SaitaSwap', 'https://saitaswap.com', { ethereum: ['0x0c17e776cd218252adfca8d4e761d3fe757e9778'] }),
  fork(
    'pangolin',
    'Pangolin',
    'https://docs.pangolin.exchange',
    {
      avalanche: ['0xe54ca86531e17ef3616d22ca28b0d458b6c89106'],
    },
    avaxRouter,
  ),
  fork('biswap', 'Biswap', 'https://docs.biswap.org', { bsc: ['0x3a6d8ca21d1cf76f653a67577fa0d27453350dd8'] }),
  fork('apeswap', 'ApeSwap', 'https://docs.apeswap.finance', {
    bsc: ['0xcf0febd3f17cef5b47b0cd257acf6025c5bff3b7'],
    polygon: ['0xc0788a3ad43d79aa53b09c2eacc313a787d1d607'],
  }),
  fork('babyswap', 'BabySwap', 'https://docs.babyswap.finance', {
    bsc: ['0x325e343f1de602396e256b67efd1f61c3a6b38bd', '0x8317c460c22a9958c27b4b6403b98d2ef4e2ad32'],
  }),
  fork('mdex', 'Mdex', 'https://docs.mdex.com', {
    bsc: ['0x7dae51bd3e3376b8c7c4900e9107f12be3af1ba8', '0x62c1a0d92b09d0912f7bb9c96c5ecdc7f2b87059'],
  }),
  fork('nomiswap', 'Nomiswap', 'https://nomiswap.io', { bsc: ['0xd654953d746f0b114d1f85332dc43446ac79413d'] }),
  fork('dfyn', 'Dfyn', 'https://docs.dfyn.network', { polygon: ['0xa102072a4c07f06ec3b4900fdc4c7b80b6c57429'] }),
  fork('meshswap', 'Meshswap', 'https://docs.meshswap.fi', {
    polygon: ['0x10f4a785f458bc144e3706575924889954946639'],
  }),
  fork('zyberswap', 'Zyberswap', 'https://docs.zyberswap.io', {
    arbitrum: ['0x16e71b13fe6079b4312063f7e81f76d165ad32ad'],
  }),
  fork('baseswap', 'BaseSwap', 'https://docs.baseswap.fi', { base: ['0x327df1e6de05895d2ab08513aadd9313fe505d86'] }),
]

/** Any router and any pair with Uniswap V2's functions. */
export const uniswapV2Fork = defineProtocol({
  id: 'uniswap_v2_fork',
  name: 'Uniswap V2 fork',
  source: 'https://docs.uniswap.org/contracts/v2/reference/smart-contracts/router-02',
  contracts: [],
  atAnyAddress: joinFunctions(avaxRouter, bnbRouter, routerFunctions, pairFunctions),
})
