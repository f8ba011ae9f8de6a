# Lasso paths by glmnet, timed inside R. Reads the data that PathFiles writes, then a request a line,
#   path|cv THRESHOLD [FILE]
# and answers each with a line of seconds; FILE gets the result. Glmnet chooses the penalties of the
# first path, and all others have the same ones.
suppressPackageStartupMessages({ library(Matrix); library(glmnet) })
folder <- commandArgs(TRUE)[1]
f <- file(file.path(folder, "data.bin"), "rb")
ints <- function(n) readBin(f, "integer", n, endian = "little")
reals <- function(n) readBin(f, "double", n, endian = "little")
head <- ints(4)  # rows, columns, stored elements (0: dense), classes (0: squares)
y <- reals(head[1])
folds <- ints(head[1])
x <- if (head[3] == 0) matrix(reals(head[1] * head[2]), head[1]) else {
  p <- ints(head[2] + 1)
  new("dgCMatrix", Dim = head[1:2], p = p, i = ints(head[3]), x = reals(head[3]))
}
close(f)
family <- if (head[4] == 0) "gaussian" else "binomial"
lambda <- NULL

write <- function(file, result) {
  out <- file(file, "wb")
  for (part in result) writeBin(part, out, endian = "little")
  close(out)
}
requests <- file("stdin", "r")
cat("ready\n")
while (length(line <- readLines(requests, 1)) > 0) {
  word <- strsplit(line, " ")[[1]]
  invisible(gc())
  start <- Sys.time()
  fit <- if (word[1] == "cv")
    cv.glmnet(x, y, family = family, lambda = lambda, foldid = folds, thresh = as.numeric(word[2]), maxit = 1e9)
  else
    glmnet(x, y, family = family, lambda = lambda, thresh = as.numeric(word[2]), maxit = 1e9)
  seconds <- as.numeric(Sys.time() - start, units = "secs")
  if (is.null(lambda)) lambda <- fit$lambda
  if (length(word) > 2) {
    if (word[1] == "cv")
      write(word[3], list(length(fit$lambda), fit$lambda, fit$cvm, fit$cvsd,
        c(fit$lambda.min, fit$lambda.1se)))
    else
      write(word[3], list(length(fit$lambda), fit$lambda, as.double(fit$a0),
        length(fit$beta@x), fit$beta@p, fit$beta@i, fit$beta@x))
  }
  cat(seconds, "\n")
}
