// The service on the memory store, mounted in an app of Express.
import { createServer } from 'node:http';
import { createMiddleware } from '@location-records/adapters/express';
import { createHandler, createMemoryStore } from '@location-records/core';
import express from 'express';
import { serve } from './serve.mjs';

const [, , id = '', text = ''] = process.argv;
const store = createMemoryStore([[id, JSON.parse(text)]]);
serve(createServer(express().use('/locations', createMiddleware(createHandler({ store })))));
