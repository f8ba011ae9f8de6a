@echo off
rem The command line of IRON on Windows, which does what "iron" does elsewhere. It has never been run
rem on Windows. It needs Maven on the path and JAVA_HOME at a JDK 25.0.3 or later. It builds when
rem nothing is built yet; after a change of the sources remove the folder .iron. IRON_OPTS holds more
rem options for java. With SIMD Java prints a warning about incubator modules, which is harmless.
setlocal
set "ROOT=%~dp0"
set "ROOT=%ROOT:~0,-1%"
if not exist "%JAVA_HOME%\bin\javac.exe" (
  echo iron: set JAVA_HOME to a JDK 25.0.3 or later 1>&2
  exit /b 1
)
if not exist "%ROOT%\.iron\current" (
  "%JAVA_HOME%\bin\java" "%ROOT%\build\Build.java" "%ROOT%" "" || exit /b 1
)
set /p APP=<"%ROOT%\.iron\current"
set "APP=%ROOT%\.iron\%APP%"
set "CLASSES=%APP%\jars\*"
for %%M in (%IRON_MODULES%) do call :module %%M || exit /b 1
set "START="
if exist "%APP%\iron.aot" set START="-XX:AOTCache=%APP%\iron.aot"
if defined IRON_MODULES set "START=--add-modules=jdk.incubator.vector"
if defined IRON_MODULES if exist "%APP%\iron.jsa" set START=%START% "-XX:SharedArchiveFile=%APP%\iron.jsa"
"%JAVA_HOME%\bin\java" %START% --enable-native-access=ALL-UNNAMED ^
  --sun-misc-unsafe-memory-access=allow -Xlog:disable %IRON_OPTS% "-Diron.home=%ROOT%" "-Diron.launcher=%~f0" ^
  -cp "%CLASSES%" org.ironopt.cli.Main %*
exit /b %ERRORLEVEL%

:module
if "%1"=="simd" exit /b 0
if not exist "%APP%\%1" (
  "%JAVA_HOME%\bin\java" "%ROOT%\build\Build.java" "%ROOT%" module %1 || exit /b 1
)
set "CLASSES=%CLASSES%;%APP%\%1\jars\*"
if "%1"=="spark" set "SPARK_HOME=%APP%\spark"
if "%1"=="spark" set "SPARK_SCALA_VERSION=2.13"
exit /b 0
