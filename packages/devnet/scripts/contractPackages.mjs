import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { cacheFolder } from './cacheFolder.mjs'

/**
 * npm packages with contracts, and the compilers of the packages that are not compiled. `integrity` is npm's hash of
 * the tarball. `files` are the files and folders to keep. They are stored in `folder`, by default the name of the
 * package.
 */
export const contractPackages = [
  {
    name: '@1inch/solidity-utils',
    version: '2.4.0',
    integrity: 'sha512-qX+TkF9IPppC5Ghr+ZsZYmFVaSs+Uyc91VgRtghgj7INjjaSaTANl70wqrv5utVCiIR70s8FZGXbpzwAwIEoww==',
    files: ['dist/src/permit2.json'],
  },
  {
    name: '@aave-dao/aave-v3-origin',
    version: '3.6.0',
    integrity: 'sha512-TwK/TpTZGArN0G3AE+0NoafsaXc7BiXdZhYuxcD+8A5OjIGolp0cqu5FZcTDLo/pbavJvMU5v0php/LEJiJ/cQ==',
    files: ['src/contracts'],
  },
  {
    name: '@aave/core-v3',
    version: '1.19.3',
    integrity: 'sha512-Xr7+VcoU5b4mPwM4IUCnskw3lciwrnL4Xloyad8GOddYeixnri2lZYobNmErm1LwE50vqjI0O+9QGNKY2TDkeQ==',
    files: ['artifacts/contracts'],
  },
  {
    name: '@aave/protocol-v2',
    version: '1.0.1',
    integrity: 'sha512-MU3WiigW89DWDpCtvaw4rafih7RbADB45uUM/zqfnOD4g9JNUVfeT6MrjV4/DP/JPA2Iv5ySKSx+a1OfUES0Pg==',
    files: ['artifacts/contracts'],
  },
  {
    name: '@balancer-labs/v2-deployments',
    version: '3.2.0',
    integrity: 'sha512-pghD7qyTVp1832d7F7yHgAeh/EZvS2/GLvUx9ieM671NMh1KTprYZOBCpEVVC9JnE1Vpru5rc9DDNlFw3capVw==',
    files: [
      'dist/tasks/20210418-vault/artifact',
      'dist/tasks/deprecated/20210418-weighted-pool/artifact',
      'dist/tasks/deprecated/20210624-stable-pool/artifact',
    ],
  },
  {
    name: '@bgd-labs/solidity-utils',
    version: '1.1.2',
    integrity: 'sha512-GgKwrjgdfnd9yKiWX1LDWysbVIyw/HTvqewq+4I2FAJXJt7AdUgSOCSi/cJi4dymsQmE1u/zgXHSeFH5fI+XsA==',
    files: ['src'],
  },
  {
    name: '@ensdomains/ens',
    version: '0.6.2',
    integrity: 'sha512-F3ALgp60HZq3rKqNig7H/rAlBB0zuz4C9q2weCoiPjSW91uvjetXhCGBU2YJCD1tyuKnO/KqTDzUN5Dc8HLlaQ==',
    files: ['build/contracts/ENSRegistry.json'],
  },
  {
    name: '@ensdomains/resolver',
    version: '0.3.1',
    integrity: 'sha512-cXY7nomODddJ59pvkwkxp7StgKcv8Xb0OhQE/pCe80448T8tELPGEghf2thtjz4+4f+c7mt8XJQ04Y0Guc0lnA==',
    files: ['build/contracts/PublicResolver.json'],
  },
  {
    name: '@eth-optimism/contracts-bedrock',
    version: '0.17.3',
    integrity: 'sha512-cHPO7ntWeOBDLO7ZFFSZGI1D7CDqf4loRbRVJrFIsqLEz+hysWIqA0e3dv2GnrjVeuYePBfI2NTBEG4uwz9bQQ==',
    files: ['forge-artifacts/GasPriceOracle.sol', 'forge-artifacts/L1Block.sol'],
  },
  {
    name: '@morpho-org/morpho-blue',
    version: '1.0.0',
    integrity: 'sha512-MKtzYMRE65B1hVJYAPtml3ecHPY2e/SL3JRvM7XWjtbnWQX6U/C3beSdxr7v+rHaVJ0ri/dUPxvNfWtr0NZdGw==',
    files: ['src'],
  },
  {
    name: '@openzeppelin/contracts',
    version: '5.1.0',
    integrity: 'sha512-p1ULhl7BXzjjbha5aqst+QMLY+4/LCWADXOCsmLHRM77AqiPjnd9vvUN9sosUfhL9JGKpZ0TjEGxgvnizmWGSA==',
    files: ['access', 'interfaces', 'proxy', 'token', 'utils'],
  },
  {
    name: '@openzeppelin/contracts-upgradeable',
    version: '5.1.0',
    integrity: 'sha512-AIElwP5Ck+cslNE+Hkemf5SxjJoF4wBvvjxc27Rp+9jaPs/CLIaUBMYe1FNzhdiN0cYuwGRmYaRHmmntuiju4Q==',
    files: ['access', 'proxy', 'utils'],
  },
  {
    name: '@pancakeswap/v3-core',
    version: '1.0.2',
    integrity: 'sha512-9aZU8I1J6SbZOSW7NcNxuyaAC17tGkOaZJM9aJgvl6MMUOExpq0i0EC/jc3HxWbpC8sbZL+8eG544NEJs8CS+w==',
    files: ['artifacts/contracts/PancakeV3Pool.sol'],
  },
  {
    name: '@sushiswap/core',
    version: '1.4.2',
    integrity: 'sha512-Khd2i6Bob9uk7dCgVkhUioEoxRP28m6aj25MegAHvnJyxZPVzZDhxSkeL6wdv5MeAp2DwHkYqUq03KDfVTTP4Q==',
    files: ['contracts/uniswapv2'],
  },
  {
    name: '@uniswap/swap-router-contracts',
    version: '1.3.1',
    integrity: 'sha512-mh/YNbwKb7Mut96VuEtL+Z5bRe0xVIbjjiryn+iMMrK2sFKhR4duk/86mEz0UO5gSx4pQIw9G5276P5heY/7Rg==',
    files: ['artifacts/contracts'],
  },
  {
    name: '@uniswap/universal-router',
    version: '2.1.0',
    integrity: 'sha512-rt18RUsZd9xDfyVfIONJo+TEQ8w+olOYxu9+A1g4Thil1R7IMa+8mnyVQjdLPK2REhejScDwjYbOGpeaAce0hg==',
    files: ['artifacts/contracts/UniversalRouter.sol'],
  },
  {
    name: '@uniswap/v2-core',
    version: '1.0.1',
    integrity: 'sha512-MtybtkUPSyysqLY2U210NBDeCHX+ltHt3oADGdjqoThZaFRDKwM6k1Nb3F0A3hk5hwuQvytFWhrWHOEq6nVJ8Q==',
    files: ['build/UniswapV2Factory.json', 'build/UniswapV2Pair.json'],
  },
  {
    name: '@uniswap/v2-periphery',
    version: '1.1.0-beta.0',
    integrity: 'sha512-6dkwAMKza8nzqYiXEr2D86dgW3TTavUvCR0w2Tu33bAbM8Ah43LKAzH7oKKPRT5VJQaMi1jtkGs1E8JPor1n5g==',
    files: ['build/UniswapV2Router02.json', 'build/WETH9.json'],
  },
  {
    name: '@uniswap/v3-core',
    version: '1.0.1',
    integrity: 'sha512-7pVk4hEm00j9tc71Y9+ssYpO6ytkeI0y7WE9P6UcmNzhxPePwyAxImuhVsTqWK9YFvzgtvzJHi64pBl4jUzKMQ==',
    files: ['artifacts/contracts'],
  },
  {
    name: '@uniswap/v3-periphery',
    version: '1.4.4',
    integrity: 'sha512-S4+m+wh8HbWSO3DKk4LwUCPZJTpCugIsHrWR86m/OrUyvSqGDTXKFfc2sMuGXCZrD1ZqO3rhQsKgdWg3Hbb2Kw==',
    files: ['artifacts/contracts'],
  },
  {
    name: '@uniswap/v4-core',
    version: '1.0.2',
    integrity: 'sha512-X15Tm2wWd+USAzEExMbo+g9naA6QN6mPgWm0MzDwRNlOfaNlepfUpSyt9RSrUfEODspwbyWbcLg6t5nwc/e7lg==',
    files: ['out/PoolManager.sol', 'out/PoolModifyLiquidityTest.sol', 'out/PoolSwapTest.sol'],
  },
  {
    name: '@venusprotocol/venus-protocol',
    version: '0.4.1',
    integrity: 'sha512-Fk1zcc9s8S4phX5cnZtJI3Z3EWwcZuBktE8G6prAfcXYlSegNjRxvgyX9p8gJrH3uZh36MI3Cbm4LSvENL4ezA==',
    files: ['artifacts/contracts'],
  },
  {
    name: 'solc',
    version: '0.8.30',
    integrity: 'sha512-9Srk/gndtBmoUbg4CE6ypAzPQlElv8ntbnl6SigUBAzgXKn35v87sj04uZeoZWjtDkdzT0qKFcIo/wl63UMxdw==',
    files: ['soljson.js'],
    folder: 'solc-0.8.30',
  },
  {
    name: 'solc',
    version: '0.6.12',
    integrity: 'sha512-Lm0Ql2G9Qc7yPP2Ba+WNmzw2jwsrd3u4PobHYlSOxaut3TtUbj9+5ZrT6f4DUpNPEoBaFUOEg9Op9C0mk7ge9g==',
    files: ['soljson.js'],
    folder: 'solc-0.6.12',
  },
  {
    name: 'solc',
    version: '0.8.19',
    integrity: 'sha512-yqurS3wzC4LdEvmMobODXqprV4MYJcVtinuxgrp61ac8K2zz40vXA0eSAskSHPgv8dQo7Nux39i3QBsHx4pqyA==',
    files: ['soljson.js'],
    folder: 'solc-0.8.19',
  },
]

/** Folder of the fetched contracts, with a folder for each package. It is complete if it exists. */
export function contractsFolder(packages = contractPackages) {
  const hash = createHash('sha256').update(JSON.stringify(packages)).digest('hex')
  return join(cacheFolder(), 'contract-packages', hash.slice(0, 16))
}
