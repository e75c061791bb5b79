// The service on the memory store, mounted in an app of Express.
import { createServer } from 'node:http';
import { createMiddleware } from '@location-records/adapters/express';
import { createHandler } from '@location-records/core';
import express from 'express';
import { sayAddress } from './say-address.mjs';
import { storeOf } from './store-of.mjs';

const store = await storeOf(process.argv);
sayAddress(createServer(express().use('/locations', createMiddleware(createHandler({ store })))));
